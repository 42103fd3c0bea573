"""Vision-language models behind OpenAI-compatible endpoints: one client, for every protocol that asks a model.

``Endpoint`` says where to ask and how, ``Client.ask`` sends a conversation with pictures and returns a ``Reply``. The
key comes from the environment and is in no message, log or result.
"""

from evalcore.vlm.client import Client, request_body
from evalcore.vlm.endpoint import KEY_VARIABLE, Endpoint
from evalcore.vlm.faults import EndpointError, RequestError, Stopped
from evalcore.vlm.reply import Message, Picture, Reply, Usage, encode
from evalcore.vlm.retries import Retries
from evalcore.vlm.threads import in_threads

__all__ = [
    "KEY_VARIABLE",
    "Client",
    "Endpoint",
    "EndpointError",
    "Message",
    "Picture",
    "Reply",
    "RequestError",
    "Retries",
    "Stopped",
    "Usage",
    "encode",
    "in_threads",
    "request_body",
]
