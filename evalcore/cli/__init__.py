"""The command line: one module a protocol; it only parses, calls and prints."""

from evalcore.cli.main import geoflip, main

__all__ = ["geoflip", "main"]
