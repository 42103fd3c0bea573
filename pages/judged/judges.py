"""Judges: how far two judges agree, the scores that each gives, and the conditions where they disagree."""

import streamlit as st

from evalcore.plots import confusion_plot, score_by_judge
from evalcore.tables import judged_agreement, judged_by_judge, judged_confusion, judged_disagreements
from evalcore.ui import (
    choose,
    choose_component,
    choose_judges,
    choose_one_or_all,
    choose_subset,
    compare_judges,
    follow_click,
    frames_link,
    incomplete_banner,
    judged_data,
    pick_row,
    score_judge,
    show_condition,
    show_figure,
    show_table,
    theme,
)

VIEWS = ("Agreement", "Answers", "Scores")

st.title("Judges", anchor=False)
st.caption("Two judges on the conditions that both judged. Labels by people in the same form are one more judge.")
data = judged_data()
with st.container(horizontal=True, vertical_alignment="bottom"):
    subset = choose_subset(data, default="cross-judge")
    judge, other = choose_judges(data)
first = score_judge(data, subset, judge)
second = score_judge(data, subset, other, query="mixed_other")
with st.container(horizontal=True, vertical_alignment="bottom"):
    component = choose_component()
    view = choose("View", VIEWS, query="view", style="buttons")
with st.container(horizontal=True, vertical_alignment="bottom"):
    task = choose_one_or_all("Task", data.scope(subset).tasks, query="task", every="All tasks")
    result = compare_judges(data, first, second, task=task)
    scores_figure = f"by-judge-{component}-{subset}-{judge}-{other}"
    follow_click(scores_figure, "model")
    model = choose_one_or_all("Model", result.models, query="model", every="All models")
incomplete_banner(result)

name = f"{component}-{subset}-{judge}-{other}"
if view == "Agreement":
    show_table(judged_agreement(result), name=f"agreement-{name}")
elif view == "Answers":
    show_figure(confusion_plot(result, component, model=model, theme=theme()), name=f"answers-{name}")
    show_table(judged_confusion(result, component, model), name=f"answers-{name}")
else:
    show_figure(score_by_judge(result, component, theme=theme()), name=scores_figure, select=True)
    show_table(judged_by_judge(result), name=f"scores-{name}")

st.subheader("Disagreements", anchor=False)
listed = judged_disagreements(first, second, component, model=model, task=task)
units = [f"{row.model}/{row.condition_id}" for row in listed.frame.itertuples()]
unit = pick_row(listed, units, label="Condition", query="unit", name=f"disagreements-{name}")
if unit:
    model, _, condition_id = unit.partition("/")
    for result, column in zip((first, second), st.columns(2), strict=True):
        with column:
            show_condition(data, result.models[model], condition_id, heading=result.judge)
    frames_link(data, first, model, condition_id)
