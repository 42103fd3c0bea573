"""Entry point: the server imports this file once for its HTTP routes, and Streamlit runs it for every rerun.

Start it with ``evalcore app --workspace DIR``, or with ``EVALCORE_WORKSPACE=DIR streamlit run app.py``. Pages only
choose, call ``evalcore`` and show.
"""

from __future__ import annotations

import streamlit as st

from evalcore.ui.frame_route import frame_routes
from evalcore.ui.notices import internal_error
from evalcore.ui.shell import prepare_server, run_page


def main() -> None:
    run_page()


if __name__ == "__main__":  # a run of the script
    main()
else:  # the server process
    prepare_server()
    app = st.App(__file__, routes=frame_routes(), on_script_error=internal_error)
