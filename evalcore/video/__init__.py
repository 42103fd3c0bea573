"""Video files in and out: probe, decode, choose frames by time, fingerprint, write.

Arrays are uint8 RGB of shape (T, H, W, 3) at the stored size; :func:`as_seen` and :func:`decode_seen` apply what the
file says about its display. Every file gives exactly its frames and times, or one
:class:`~evalcore.errors.VideoError`.
"""

from evalcore.video.choosing import ChosenFrames, announced_times, decode_chosen
from evalcore.video.decoding import decode
from evalcore.video.display import Display, as_seen, fit_size, resize, seen_size
from evalcore.video.hashing import decode_signature, frame_sha256
from evalcore.video.info import Video, VideoInfo
from evalcore.video.probing import probe
from evalcore.video.sampling import sample_times
from evalcore.video.seen import decode_seen
from evalcore.video.writing import write

__all__ = [
    "ChosenFrames",
    "Display",
    "Video",
    "VideoInfo",
    "announced_times",
    "as_seen",
    "decode",
    "decode_chosen",
    "decode_seen",
    "decode_signature",
    "fit_size",
    "frame_sha256",
    "probe",
    "resize",
    "sample_times",
    "seen_size",
    "write",
]
