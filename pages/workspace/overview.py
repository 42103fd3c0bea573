"""Overview: what is in this workspace, by protocol: what was scored, what failed, and from what it was computed."""

import streamlit as st

from evalcore.rollout import load
from evalcore.tables import (
    failures,
    judged_files,
    judged_scopes,
    provenance,
    rollout_clip_list,
    rollout_coverage,
    rollout_runs,
    rollout_scores,
)
from evalcore.ui import (
    choose_protocol,
    choose_result,
    incomplete_banner,
    judged_data,
    read_results,
    show_contents,
    show_errors,
    show_judged_contents,
    show_table,
    workspace,
)

space = workspace()
st.title("Overview", anchor=False)
st.text(space.root.name)

if choose_protocol(space) == "judged":
    judged = judged_data()
    show_judged_contents(judged)
    show_table(judged_scopes(judged), name="scopes")
    show_table(judged_files(judged), name="models")
    with st.expander("Files that were read"):
        show_table(provenance({"files": judged.files}), name="files")
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
