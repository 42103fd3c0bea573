"""Paired intervals."""

import streamlit as st

from evalcore.ui import workspace

st.title("Paired intervals")
space = workspace()
st.text(space.root.name)
