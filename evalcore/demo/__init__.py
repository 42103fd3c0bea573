"""Make the demo workspace: deterministic, in seconds, nothing downloaded; its README names every planted fault."""

from evalcore.demo.build import make

__all__ = ["make"]
