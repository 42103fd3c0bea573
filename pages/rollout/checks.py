"""Gate and checks: published against recomputed error, prefixes, warnings, and what the timings mean."""

import streamlit as st

from evalcore.plots import gate_plot
from evalcore.tables import failures, rollout_gate, rollout_prefixes, rollout_timings, rollout_warnings
from evalcore.ui import choose_result, incomplete_banner, show_figure, show_table, theme, workspace

st.title("Gate and checks", anchor=False)
workspace()
result = choose_result("rollout")
incomplete_banner(result, listed=False)
if result.failures:
    show_table(failures(result), name="failures")

if result.gate:
    show_figure(gate_plot(result, theme=theme()), name="gate")
    show_table(rollout_gate(result), name="gate")
else:
    st.subheader("Historical gate", anchor=False)
    st.info(
        "No model of this run has published figures. Put them in `rollout/historical/<model>.json` and score again.",
        icon=":material/info:",
    )

if any(score.kind == "model" for score in result.methods.values()):
    show_table(rollout_prefixes(result), name="prefixes")

if result.warnings:
    show_table(rollout_warnings(result), name="warnings")
else:
    st.subheader("Warnings", anchor=False)
    if result.complete:
        st.success(
            "No clip looks one frame off, every frame rate is as expected, no file is left over.",
            icon=":material/check:",
        )
    else:
        st.info(f"No warning among the {result.coverage.done} units that have a value.", icon=":material/info:")

show_table(rollout_timings(result), name="timings")
