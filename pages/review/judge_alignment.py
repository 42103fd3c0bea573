"""Judge alignment: whether an automatic judge sees what the reviewers see, over the tolerance, and where not."""

import streamlit as st

from evalcore.plots import alignment_confusion, alignment_offsets, alignment_sweep
from evalcore.tables import (
    failures,
    review_alignment,
    review_alignment_counts,
    review_alignment_scope,
    review_alignment_streams,
)
from evalcore.tables.review_alignment import OUTCOMES, worst_streams
from evalcore.ui import (
    agreement_link,
    align_judge,
    choose,
    choose_outcome,
    choose_predictions,
    choose_tolerance,
    consensus_of,
    current_answers,
    follow_click,
    incomplete_banner,
    pick_stream,
    predictions_on,
    review_data,
    review_media,
    show_figure,
    show_item,
    show_prediction,
    show_table,
    stream_names,
    theme,
)

VIEWS = ("Sweep", "Breaks", "Offsets", "Failures")

st.title("Judge alignment", anchor=False)
st.caption("A judge's break-points against the consensus of the reviewers. A failed call is never a verdict.")
data = review_data()
answers = current_answers(data)
media = review_media(data)
with st.container(horizontal=True, vertical_alignment="bottom"):
    predictions = choose_predictions(data)
    view = choose("View", VIEWS, query="alignment", style="buttons")
consensus = consensus_of(data, answers)
result = align_judge(data, answers, consensus, predictions)
incomplete_banner(result, listed=False)

if view == "Sweep":
    show_figure(alignment_sweep(result, theme=theme()), name="alignment-sweep")
    show_table(review_alignment(result), name="alignment-sweep")
    show_table(review_alignment_counts(result), name="alignment-counts")
    show_table(review_alignment_scope(result), name="alignment-scope")
    st.stop()
if view == "Failures":
    show_table(failures(result), name="alignment-failures")
    st.stop()
row = choose_tolerance(result)
if view == "Breaks":
    figure, queries = alignment_confusion(row, judge=result.judge, theme=theme()), ("outcome",)
else:
    figure, queries = alignment_offsets(result, row, names=stream_names(data), theme=theme()), ("unit",)
name = f"alignment-{view.lower()}"
show_figure(figure, name=name, select=True)
st.caption("A click lists or chooses streams below.")
follow_click(name, *queries)
outcome = choose_outcome(OUTCOMES)
streams = worst_streams(result, outcome=outcome)
if not streams:
    st.info("No stream is like that.", icon=":material/info:")
    st.stop()
chosen = pick_stream(streams, review_alignment_streams(result, outcome=outcome))
judged = predictions_on(predictions, chosen.item)
show_prediction(data, media, predictions, judged[chosen.stream])
agreement_link(chosen.item)
show_item(
    data,
    answers,
    media,
    chosen.item,
    consensus=consensus,
    predictions=judged,
    stream=chosen.stream,
    key="alignment.item",
)
