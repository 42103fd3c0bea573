"""``python -m evalcore`` is the ``evalcore`` command."""

from evalcore.cli import main

main()
