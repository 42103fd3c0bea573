"""Scoring: every model's scores with intervals, the tasks, classes and misses behind them, and each condition."""

import streamlit as st

from evalcore.plots import class_recall, judged_forest, miss_bars, task_heatmap
from evalcore.tables import (
    judged_classes,
    judged_conditions,
    judged_counts,
    judged_differences,
    judged_scores,
    judged_tasks,
)
from evalcore.ui import (
    FILTERS,
    choose,
    choose_conditions,
    choose_judge,
    choose_model,
    choose_score,
    choose_subset,
    compare_with_all,
    follow_click,
    frames_link,
    incomplete_banner,
    judged_data,
    pick_row,
    published_values,
    score_judge,
    show_condition,
    show_figure,
    show_published,
    show_table,
    theme,
)

CLICKS = {  # view -> what a click on its figure chooses
    "Models": ("model",),
    "Tasks": ("model", "task"),
    "Classes": ("model", "task", "label"),
    "Misses": ("model", "outcome"),
    "Differences": (),
}
ORDERS = {"As listed": "result", "By difficulty": "difficulty"}

st.title("Scoring", anchor=False)
data = judged_data()
top = st.container(horizontal=True, vertical_alignment="bottom")
with top:
    subset, judge = choose_subset(data), choose_judge(data)
result = score_judge(data, subset, judge)
incomplete_banner(result)
result = show_published(data, result)
row = st.container(horizontal=True, vertical_alignment="bottom")
with row:
    score = choose_score()
    view = choose("View", list(CLICKS), query="view", style="buttons")
component = "structure" if score == "structure" else "event"
name = f"{view.lower()}-{score if view == 'Models' else component}-{subset}-{judge}"
verdicts = ("model", "verdict") if component == "structure" else CLICKS["Misses"]
follow_click(name, *(verdicts if view == "Misses" else CLICKS[view]), reset=FILTERS)
with top:
    model = choose_model(list(result.models))

figure_place, condition_place = st.container(), st.container()
if view == "Models":
    published = published_values(data, result, score)
    figure, table = judged_forest(result, score, published=published, theme=theme()), judged_scores(result)
elif view == "Tasks":
    with row:
        order = ORDERS[choose("Order", list(ORDERS), query="order", style="buttons")]
    figure, table = task_heatmap(result, component, order=order, theme=theme()), judged_tasks(result, model)
elif view == "Classes":
    figure, table = class_recall(result, model, theme=theme()), judged_classes(result, model)
elif view == "Misses":
    figure, table = miss_bars(result, component, theme=theme()), judged_counts(result)
else:
    figure, table = None, judged_differences(compare_with_all(result, model, component))
with figure_place:
    if score == "pair_accuracy" and view != "Models":
        st.info("Pair accuracy is of a model as a whole; this view shows Event.", icon=":material/info:")
    if figure:
        show_figure(figure, name=name, select=True)
        st.caption("A click chooses the model and lists below what is behind the number.")
with st.container() if figure else figure_place:  # without a figure, the table stands in its place
    show_table(table, name=f"{name}-{model}")

with condition_place:
    st.subheader("Conditions", anchor=False)
    condition_ids = choose_conditions(result.models[model])
    listed = judged_conditions(result, model, conditions=condition_ids)
    condition_id = pick_row(listed, condition_ids, label="Condition", query="condition", name=f"conditions-{model}")
    if condition_id:
        show_condition(data, result.models[model], condition_id, heading=condition_id)
        frames_link(data, result, model, condition_id)
