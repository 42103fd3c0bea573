"""Gate and checks."""

import streamlit as st

from evalcore.ui import workspace

st.title("Gate and checks")
space = workspace()
st.text(space.root.name)
