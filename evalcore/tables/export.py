"""A table's layout as Markdown, LaTeX (booktabs) and HTML."""

from __future__ import annotations

from evalcore.tables.escape import html_text, latex_text, markdown_text, one_line
from evalcore.tables.layout import Cell, Column, Layout

__all__ = ["html", "latex", "markdown", "plain_cell"]


def plain_cell(cell: Cell) -> str:
    """The cell as plain text; the mark of a null's reason in parentheses."""
    return f"{one_line(cell.text)} ({cell.mark})" if cell.mark else one_line(cell.text)


def markdown(layout: Layout) -> str:
    """GitHub-flavoured Markdown: caption in bold, the table, then reasons and notes."""

    def cell(cell: Cell) -> str:
        text = markdown_text(cell.text) if cell.literal else plain_cell(cell)
        return f"**{text}**" if cell.best else text

    caption = markdown_text(layout.title)
    if layout.incomplete:
        caption = f"{markdown_text(layout.incomplete)}. {caption}"
    heads = [f"{markdown_text(column.title)}{column.heading[len(column.title) :]}" for column in layout.columns]
    rules = [":--" if column.digits is None else "--:" for column in layout.columns]
    grid = [heads, rules, *([cell(entry) for entry in row] for row in layout.rows)]
    lines = [f"**{caption}**", "", *(f"| {' | '.join(row)} |" for row in grid)]
    reasons = [f"({mark}) {markdown_text(reason)}" for mark, reason in layout.reasons]
    for note in (*reasons, *map(markdown_text, layout.notes)):
        lines += ["", note]
    return "\n".join(lines) + "\n"


def latex(layout: Layout) -> str:
    r"""A ``table`` float with booktabs rules, made smaller where it is wider than the line.

    Needs ``\usepackage{booktabs}``, ``\usepackage{graphicx}`` and ``\usepackage[T1]{fontenc}``.
    """

    def number(text: str) -> str:
        return text.replace("-", "$-$").replace("inf", r"$\infty$")

    def cell(cell: Cell) -> str:
        if cell.mark:
            return f"{cell.text}\\textsuperscript{{{cell.mark}}}"
        text = latex_text(cell.text) if cell.literal else number(cell.text)
        return f"\\textbf{{{text}}}" if cell.best else text

    def head(column: Column) -> str:
        arrow = {True: r" $\uparrow$", False: r" $\downarrow$", None: ""}[column.higher_is_better]
        return f"{latex_text(column.title)}{arrow}"

    # A row must not start with a bracket: \\ would take it for its optional argument.
    def row(cells: list[str]) -> str:
        line = " & ".join(cells)
        return f"{'{}' if line.startswith('[') else ''}{line} \\\\"

    share = 0.5 / max(1, sum(column.wrap for column in layout.columns))
    long = f"p{{{share:.2g}\\linewidth}}"
    kinds = [long if column.wrap else "l" if column.digits is None else "r" for column in layout.columns]
    caption = latex_text(layout.title)
    lines = [r"% needs \usepackage{booktabs}, \usepackage{graphicx} and \usepackage[T1]{fontenc}"]
    if layout.incomplete:
        caption = f"\\textbf{{{latex_text(layout.incomplete)}.}} {caption}"
        lines.insert(0, f"% {one_line(layout.incomplete)}")
    lines += [r"\begin{table}", r"\centering", f"\\caption{{{caption}}}"]
    lines += [r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"]
    lines += [f"\\begin{{tabular}}{{{''.join(kinds)}}}"]
    lines += [r"\toprule", row([head(column) for column in layout.columns]), r"\midrule"]
    lines += [row([cell(entry) for entry in entries]) for entries in layout.rows]
    lines += [r"\bottomrule", r"\end{tabular}}"]
    reasons = [f"\\textsuperscript{{{mark}}} {latex_text(reason)}" for mark, reason in layout.reasons]
    if notes := [*reasons, *map(latex_text, layout.notes)]:
        lines += [r"\par\smallskip", r"\begin{minipage}{\linewidth}\footnotesize\raggedright"]
        lines += [f"{note}\\par" for note in notes]
        lines += [r"\end{minipage}"]
    return "\n".join([*lines, r"\end{table}"]) + "\n"


def html(layout: Layout) -> str:
    """A ``<figure class="evalcore-table">``; colours and fonts are inherited, so that it fits light and dark pages."""

    def cell(cell: Cell, column: Column) -> str:
        text = html_text(one_line(cell.text))
        if cell.best:
            text = f"<b>{text}</b>"
        if cell.mark:
            text += f"<sup>{cell.mark}</sup>"
        return f"<td{_align(column)}>{text}</td>"

    caption = html_text(one_line(layout.title))
    if layout.incomplete:
        caption = f"<strong>{html_text(one_line(layout.incomplete))}</strong>. {caption}"
    heads = "".join(f"<th{_align(column)}>{html_text(one_line(column.heading))}</th>" for column in layout.columns)
    lines = ['<figure class="evalcore-table">', "<table>", f'<caption style="text-align:left">{caption}</caption>']
    lines += [f"<thead><tr>{heads}</tr></thead>", "<tbody>"]
    for row in layout.rows:
        cells = "".join(cell(entry, column) for entry, column in zip(row, layout.columns, strict=True))
        lines.append(f"<tr>{cells}</tr>")
    lines += ["</tbody>", "</table>"]
    reasons = [f"<sup>{mark}</sup> {html_text(one_line(reason))}" for mark, reason in layout.reasons]
    if notes := [*reasons, *(html_text(one_line(note)) for note in layout.notes)]:
        lines.append(f"<figcaption>{''.join(f'<p>{note}</p>' for note in notes)}</figcaption>")
    return "\n".join([*lines, "</figure>"]) + "\n"


def _align(column: Column) -> str:
    return f' style="text-align:{"left" if column.digits is None else "right"}"'
