"""Video files in and out: probe, decode, choose frames by time, fingerprint, write.

Arrays are uint8 RGB of shape (T, H, W, 3) at the stored size. Every file gives exactly its frames and times, or one
:class:`~evalcore.errors.VideoError`.
"""

from evalcore.video.decoding import decode
from evalcore.video.hashing import decode_signature, frame_sha256
from evalcore.video.info import Video, VideoInfo
from evalcore.video.probing import probe
from evalcore.video.sampling import sample_times
from evalcore.video.writing import write

__all__ = [
    "Video",
    "VideoInfo",
    "decode",
    "decode_signature",
    "frame_sha256",
    "probe",
    "sample_times",
    "write",
]
