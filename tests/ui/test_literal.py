from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest


def page(text):
    from evalcore.ui import literal_heading, literal_remarks

    literal_heading(text)
    literal_remarks(text)


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("![](https://host/x.png)", "![](https://host/x.png)"),
        ("*x* :red[x] $x$ :smile: ->", "*x* :red[x] $x$ :smile: -&gt;"),
        ("<b>x</b> & <img src=x>", "&lt;b&gt;x&lt;/b&gt; &amp; &lt;img src=x&gt;"),
    ],
)
def test_text_stands_as_it_is_and_nothing_of_it_is_markdown_or_html(text, body):
    app = AppTest.from_function(page, default_timeout=30, args=(text,)).run()
    assert not app.exception
    assert [element.proto.body for element in app.get("html")] == [
        f'<h3 class="evalcore-heading">{body}</h3>',
        f'<p class="evalcore-remark">{body}</p>',
    ]
    assert not app.markdown
