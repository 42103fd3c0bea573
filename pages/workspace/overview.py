"""Overview."""

import streamlit as st

from evalcore.ui import workspace

st.title("Overview")
space = workspace()
st.text(space.root.name)
