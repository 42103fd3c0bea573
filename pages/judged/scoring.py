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
compared = show_published(data, result)
with st.container(horizontal=True, vertical_alignment="bottom"):
    score = choose_score()
    view = choose("View", list(CLICKS), query="view", style="buttons")
component = "structure" if score == "structure" else "event"
name = f"{view.lower()}-{score if view == 'Models' else component}-{subset}-{judge}"
verdicts = ("model", "verdict") if component == "structure" else CLICKS["Misses"]
follow_click(name, *(verdicts if view == "Misses" else CLICKS[view]), reset=FILTERS)
with top:
    model = choose_model(list(result.models))

if view == "Models":
    published = published_values(data, score) if compared else None
    show_figure(judged_forest(result, score, published=published, theme=theme()), name=name, select=True)
    show_table(judged_scores(result), name=name)
elif view == "Tasks":
    order = ORDERS[choose("Order", list(ORDERS), query="order", style="buttons")]
    show_figure(task_heatmap(result, component, order=order, theme=theme()), name=name, select=True)
    show_table(judged_tasks(result, model), name=f"tasks-{model}-{subset}-{judge}")
elif view == "Classes":
    show_figure(class_recall(result, model, theme=theme()), name=name, select=True)
    show_table(judged_classes(result, model), name=f"classes-{model}-{subset}-{judge}")
elif view == "Misses":
    show_figure(miss_bars(result, component, theme=theme()), name=name, select=True)
    show_table(judged_counts(result), name=f"misses-{subset}-{judge}")
elif comparisons := compare_with_all(result, model, component):
    show_table(judged_differences(comparisons), name=f"differences-{component}-{model}-{subset}-{judge}")
else:
    st.info("There is one model; a difference needs two.", icon=":material/info:")

st.subheader("Conditions", anchor=False)
st.caption("A click on the figure above chooses the model and lists what is behind the number.")
condition_ids = choose_conditions(result.models[model])
listed = judged_conditions(result, model, conditions=condition_ids)
condition_id = pick_row(listed, condition_ids, label="Condition", query="condition", name=f"conditions-{model}")
if condition_id:
    show_condition(data, result.models[model], condition_id, heading=condition_id)
    frames_link(data, result, model, condition_id)
