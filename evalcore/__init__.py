"""The workbench for evaluating world models and generated video.

Each protocol is one sub-package with the same way through: ``load``, ``score``, ``load_result``. Nothing heavy is
imported here, so that ``import evalcore`` and ``evalcore --help`` stay quick.
"""

__version__ = "0.1.0"
