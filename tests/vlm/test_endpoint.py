from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.vlm import Endpoint
from evalcore.vlm.endpoint import Secrets


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://api.example.org/v1", "api.example.org"),
        ("http://127.0.0.1:8000/v1/", "127.0.0.1:8000"),
        ("http://[::1]:8000/v1", "[::1]:8000"),
        ("http://bücher_1.example/v1", "bücher_1.example"),
        ("https://gateway.example.org/tok-0123456789abcdef/v1?key=abcdefgh12345678", "gateway.example.org"),
    ],
)
def test_only_the_host_of_an_endpoint_is_shown(url: str, host: str) -> None:
    endpoint = Endpoint(url, "judge-1")
    assert endpoint.host == host
    assert "0123456789" not in repr(endpoint)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.example.org/v1",
        "ftp://example.org",
        "https://",
        "http://a:b/v1",
        "http://a:0",
        "http://[::1/v1",
        "http://ex ample.org/v1",
        "http://a..b/v1",
        "http://ü..ö/v1",
        "http://\ud800/v1",
        "http://a\x00b/v1",
        "http://a/v\n1",
        "http://a\\b/v1",
        f"http://{'a' * 70}/v1",
    ],
)
def test_what_is_no_url_is_an_error_with_an_example(url: str) -> None:
    with pytest.raises(InputError, match=r"Give a URL such as https://api\.openai\.com/v1"):
        Endpoint(url, "judge-1")


def test_a_password_in_the_url_is_refused_and_not_repeated() -> None:
    with pytest.raises(InputError, match="the key comes from the environment") as error:
        Endpoint("https://user:hunter22@example.org/v1", "judge-1")
    assert "hunter22" not in str(error.value)


@pytest.mark.parametrize(
    "settings",
    [{"model": " "}, {"timeout_s": 0}, {"timeout_s": float("nan")}, {"temperature": -1}, {"max_tokens": 0}],
)
def test_a_setting_out_of_range_is_an_error(settings: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Endpoint(**{"base_url": "http://127.0.0.1/v1", "model": "judge-1", **settings})  # type: ignore[arg-type]


def test_a_named_variable_must_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOCAL_KEY", raising=False)
    with pytest.raises(InputError, match="LOCAL_KEY is not set"):
        Endpoint("http://127.0.0.1/v1", "judge-1", key_variable="LOCAL_KEY").key()


@pytest.mark.parametrize("key", ["schlüssel-0123", "two words", "new\nline"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_repeated(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with pytest.raises(InputError, match="OPENAI_API_KEY: the key holds a character") as error:
        Endpoint("http://127.0.0.1/v1", "judge-1").key()
    assert key not in str(error.value)


def test_secrets_of_the_url_are_taken_out_of_texts_and_plain_words_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-0123456789")
    endpoint = Endpoint(
        "https://example.org/deployments/tok%2D0123456789abcdef/v1?sig=q0123456789abcdef&v=2024-10-21", "judge-1"
    )
    said = "deployments 2024-10-21 tok-0123456789abcdef q0123456789abcdef sk-0123456789"
    assert endpoint.secrets()(said) == "deployments 2024-10-21 [hidden] [hidden] [hidden]"


def test_a_placeholder_key_hides_no_words() -> None:
    clean = Secrets("EMPTY")
    assert clean("the box is EMPTY") == "the box is EMPTY"
    assert clean("Authorization: Bearer EMPTY") == "Authorization: Bearer [hidden]"
    assert Secrets(None)("Bearer None") == "Bearer None"
