"""Overview: what is in this workspace, by protocol: what was scored, what failed, and from what it was computed."""

import streamlit as st

from evalcore.rollout import load
from evalcore.tables import (
    failures,
    judged_files,
    judged_scopes,
    provenance,
    review_coverage,
    review_items,
    review_progress,
    review_schema,
    review_warnings,
    rollout_clip_list,
    rollout_coverage,
    rollout_runs,
    rollout_scores,
)
from evalcore.ui import (
    choose_protocol,
    choose_result,
    current_answers,
    incomplete_banner,
    judged_data,
    panel_coverage,
    read_results,
    review_data,
    review_media,
    reviewer_progress,
    show_contents,
    show_errors,
    show_judged_contents,
    show_review_contents,
    show_scene_overview,
    show_table,
    workspace,
)

space = workspace()
st.title("Overview", anchor=False)
st.text(space.root.name)

protocol = choose_protocol(space)
if protocol == "scene":
    show_scene_overview()
    st.stop()

if protocol == "judged":
    judged = judged_data()
    show_judged_contents(judged)
    show_table(judged_scopes(judged), name="scopes")
    show_table(judged_files(judged), name="models")
    with st.expander("Files that were read"):
        show_table(provenance({"files": judged.files}), name="files")
    st.stop()

if protocol == "review":
    review = review_data()
    answers, media = current_answers(review, stop=False), review_media(review)
    show_review_contents(review, answers, media)
    show_table(review_progress(reviewer_progress(review, answers)), name="progress")
    show_table(review_coverage(panel_coverage(review, answers)), name="coverage")
    show_table(review_schema(review), name="streams")
    show_table(review_items(review, answers, media.clocks), name="items")
    show_table(review_warnings(media.clocks), name="warnings")
    with st.expander("Files that were read"):
        show_table(provenance({"files": {**review.files, **answers.files}}), name="files")
    st.stop()

data = None
with show_errors("The clips of this workspace cannot be read"):
    data = load(space)
    show_contents(data)

runs = read_results("rollout")
if runs:
    show_table(rollout_runs(runs), name="runs")
result = choose_result("rollout")
incomplete_banner(result, listed=False)
if result.failures:
    show_table(failures(result), name="failures")
show_table(rollout_scores(result), name="rollout-scores")
show_table(rollout_coverage(result), name="coverage")
if data:
    with st.expander("Clips of the workspace"):
        show_table(rollout_clip_list(data), name="clips")
with st.expander("Provenance of this run"):
    show_table(provenance(result.record), name="provenance")
