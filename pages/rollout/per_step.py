"""Per-step error."""

import streamlit as st

from evalcore.ui import workspace

st.title("Per-step error")
space = workspace()
st.text(space.root.name)
