"""Candidates."""

import streamlit as st

from evalcore.ui import workspace

st.title("Candidates")
space = workspace()
st.text(space.root.name)
