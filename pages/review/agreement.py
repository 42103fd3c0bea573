"""Agreement: how well reviewers agree over the tolerance, where and by whom they do not, and what they say together."""

import streamlit as st

from evalcore.plots import agreement_rows, agreement_sweep, potato_sweep
from evalcore.tables import (
    review_by_reviewer,
    review_by_stream,
    review_coefficients,
    review_consensus,
    review_coverage,
    review_gold,
    review_offsets,
    review_potato,
    review_potato_coefficients,
    review_progress,
    review_sweep,
    review_warnings,
    review_worst_items,
)
from evalcore.ui import (
    GOLD_TOLERANCE,
    agree,
    agree_as_reference,
    choose,
    choose_review_method,
    consensus_of,
    current_answers,
    download_consensus,
    gold_of,
    mark_link,
    panel_coverage,
    pick_row,
    review_data,
    review_media,
    reviewer_progress,
    show_faults,
    show_figure,
    show_item,
    show_review_contents,
    show_table,
    stream_names,
    theme,
)

VIEWS = ("Sweep", "Streams", "Reviewers", "Items", "Consensus", "Coverage")

st.title("Agreement", anchor=False)
st.caption("From the answers as they are now. It names streams and reviewers: not for those who still have to answer.")
data = review_data()
answers = current_answers(data)
media = review_media(data)
with st.container(horizontal=True, vertical_alignment="bottom"):
    view = choose("View", VIEWS, query="view", style="buttons")
    method = choose_review_method() if view in ("Sweep", "Consensus") else "default"

if view == "Consensus":
    together = consensus_of(data, answers, method)
    show_table(review_consensus(together), name=f"consensus-{method}")
    download_consensus(together)
    st.stop()
if view == "Coverage":
    show_review_contents(data, answers, media)
    show_table(review_coverage(panel_coverage(data, answers)), name="coverage")
    show_table(review_progress(reviewer_progress(data, answers)), name="progress")
    gold = gold_of(data, answers)
    if gold:
        show_table(review_gold(gold, tolerance=GOLD_TOLERANCE), name="gold")
    show_table(review_warnings(media.clocks), name="warnings")
    st.stop()
if method == "potato":
    reference = agree_as_reference(data, answers)
    show_faults(reference)
    show_figure(potato_sweep(reference, theme=theme()), name="agreement-potato")
    show_table(review_potato(reference), name="agreement-potato")
    show_table(review_potato_coefficients(reference), name="coefficients-potato")
    st.stop()

result = agree(data, answers, media)
if view == "Sweep":
    show_figure(agreement_sweep(result, theme=theme()), name="agreement-sweep")
    show_table(review_sweep(result), name="agreement-sweep")
    show_table(review_coefficients(result), name="coefficients")
    show_table(review_offsets(result), name="offsets")
elif view == "Streams":
    names = stream_names(data)
    show_figure(agreement_rows(result, "stream", names=names, theme=theme()), name="agreement-streams")
    show_table(review_by_stream(result, names=names), name="agreement-streams")
elif view == "Reviewers":
    show_figure(agreement_rows(result, "reviewer", theme=theme()), name="agreement-reviewers")
    show_table(review_by_reviewer(result), name="agreement-reviewers")
elif result.worst_items:
    worst = [row.item for row in result.worst_items]
    item = pick_row(review_worst_items(result, answers), worst, label="Item", query="item", name="items") or worst[0]
    mark_link(item)
    stream = result.worst_items[worst.index(item)].worst_stream
    show_item(data, answers, media, item, consensus=consensus_of(data, answers), stream=stream, key="agreement.item")
else:
    st.info("No item has answers of two reviewers to compare.", icon=":material/info:")
