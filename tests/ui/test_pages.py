from __future__ import annotations

from evalcore.ui import PAGES
from evalcore.ui.launch import app_script


def test_every_page_has_a_file_in_a_folder_of_its_section_and_an_address_of_its_own():
    for page in PAGES:
        assert (app_script().parent / page.path).is_file()
        assert page.path.startswith(f"pages/{page.section.lower()}/")
    assert len({page.url for page in PAGES}) == len(PAGES)


def test_every_page_file_is_registered():
    files = {str(path.relative_to(app_script().parent)) for path in (app_script().parent / "pages").rglob("*.py")}
    assert files == {page.path for page in PAGES}


def test_sections_stand_together():
    sections = [page.section for page in PAGES]
    assert sections == sorted(sections, key=sections.index)
