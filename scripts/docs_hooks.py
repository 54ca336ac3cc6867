"""The hooks of MkDocs for the documentation: its navigation, the pages that are made, and where links lead.

The pages in `docs` are written for a code host. Here their links become links of the site; a link to a file outside
`docs` leads to a page that shows the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, relpath
from typing import Any

from docs_api import ERRORS, FOLDER, INDEX, Reference
from docs_languages import language_of, said, set_language, without_direction
from docs_links import HOME, anchors, links, slug, target, title
from docs_nav import CONTENTS, DOCS, Item, head_of, navigation, pages, site_path
from docs_notebooks import SUFFIX as NOTEBOOK
from docs_notebooks import as_markdown
from docs_search import with_places, write_indexes
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from technique_pages import unwrapped

ICON = HOME / "src" / "nonet" / "web" / "static" / "icon.svg"
BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LANGUAGES = {".py": "python", ".h": "cpp", ".yml": "yaml", ".jsonl": "json"}

_PAGES = re.compile(r"([^\s-][^\n]*?) <!-- pages: ([\w/]+) -->")
_APP = re.compile(r"<!-- app: (\S+) \| (.+?) -->")
"""A place in the web app, and what is said of it: a link in the site, nothing at a code host."""
_NOTE = re.compile(r"\[([^\]]+)\]\((?:\.\./)*(?:docs/)?notes/([\w.]+)[^)]*\)")
"""A link to a note, which is no page of the site: it names the file."""
_SEARCH = re.compile(
    r'data-md-component="search" role="dialog"(?=.*?__options" aria-label="(.*?)")', re.DOTALL
)
_NAV = re.compile(r'(<nav [^>]*aria-labelledby="(__nav_\w+)_)label("[^>]*>\s*<label )')
_IMAGE = re.compile(r'<img alt="[^"]*" src="([^":]+\.svg)"')
_EXPLAINED = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FLOWING = "```{.text .flowing}\n"
_LIST = re.compile(
    r"^(?![ \t]*(?:[-*]|\d+\.) |[ \t]*$|#|[ \t]+)(.+)\n(?=(?:[-*]|1\.) )", re.MULTILINE
)

made: dict[str, str] = {}
"""The pages that are in no folder: their text, with links of the repository, by their address in the site."""
origin: dict[str, str] = {}
"""The path in the repository of each page, by its address in the site; a page of the API has none."""


def on_config(config: Any) -> Any:
    """Make the pages, and give MkDocs the navigation."""
    made.clear()
    origin.clear()
    api = Reference().pages()
    made.update(api)
    modules = [page for page in api if page not in (INDEX, ERRORS)]
    items: list[Item] = [INDEX, {"Errors": ERRORS}, *[{_name(page): page} for page in modules]]
    config.nav = navigation({FOLDER: items})
    config.mdx_configs["toc"]["slugify"] = slug
    for path in [HOME / "README.md", CONTENTS, HOME / "CHANGELOG.md", HOME / "CONTRIBUTING.md"]:
        _add(path)
    for path in pages():
        if path != CONTENTS:
            origin[path.relative_to(DOCS).as_posix()] = path.relative_to(HOME).as_posix()
    inside = {folder for path in pages() for folder in path.relative_to(DOCS).parents}
    for folder in sorted(DOCS / each for each in inside):
        if not (folder / "README.md").is_file() and folder.name != "guides":
            _add_list(folder)
    for address, path_of in list(origin.items()):
        text = made.get(address) or (HOME / path_of).read_text("utf-8")
        for found in links(_NOTE.sub("", text)):
            place = HOME / target(path_of, found.path)
            if place.is_file() and not place.is_relative_to(DOCS):
                _add(place)
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made, and the icon."""
    for file in list(files.documentation_pages()):
        if file.src_uri == "README.md":
            files.remove(file)
    for address, text in made.items():
        files.append(File.generated(config, address, content=text))
    for address, path in origin.items():
        if path.endswith(NOTEBOOK):
            content = (HOME / path).read_bytes()
            files.append(File.generated(config, address.removesuffix(".md"), content=content))
    files.append(File.generated(config, "assets/icon.svg", content=ICON.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turn a page for a code host into one for the site."""
    address = page.file.src_uri
    here = origin.get(address)
    language = language_of(address)
    config.mdx_configs["toc"]["permalink_title"] = said(language, "Link to this heading")
    if here is None:
        return markdown
    markdown = without_direction(markdown)
    markdown = _NOTE.sub(r"\1 (`docs/notes/\2`)", markdown)
    markdown = _PAGES.sub(_linked_folder, markdown)
    app = relpath("app/index.html", dirname(address) or ".")
    markdown = _APP.sub(lambda match: f'<a href="{app}#{match[1]}">{match[2]}</a>', markdown)
    if not here.endswith((".md", NOTEBOOK)):
        page.meta["search"] = {"exclude": True}
    else:
        markdown = "".join(_with_links(markdown, here, address))
        # A code host needs no blank line before a list.
        markdown = _outside_code(markdown)
    if address.startswith("techniques/"):
        markdown = _EXPLAINED.sub(lambda match: _FLOWING + unwrapped(match[1]) + "```", markdown)
    return markdown + _run(address)


def on_page_content(html: str, page: Any, config: Any, files: Files) -> str:
    """Say how large each picture is, so that the text does not move when it comes; add what the search leads to."""
    if page.file.src_uri.startswith("tutorial/") and page.file.src_uri != "tutorial/README.md":
        html = with_places(html, page.file.src_uri)
    return _IMAGE.sub(lambda match: match[0] + _size_of(page.file.src_uri, match[1]), html)


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> Any:
    """Put a page into words of its language."""
    set_language(config, nav, page)
    return context


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Give the search and parts of the navigation their names for a screen reader, which the theme forgets.

    The second word of `rel` keeps the theme from asking each translation for a site of its own.
    """
    output, found = _SEARCH.subn(r'\g<0> aria-label="\1"', output)
    if not found:
        raise PluginError("the theme has changed: where is the search?")
    output = _NAV.sub(r'\1title\3id="\2_title" ', output)
    return output.replace('rel="alternate"', 'rel="alternate translation"')


def on_post_build(config: Any) -> None:
    """Write the index of the search for each language."""
    write_indexes(Path(config.site_dir))


def _size_of(address: str, picture: str) -> str:
    """Return the size of a picture as attributes: that of its `svg` element, or of what it shows."""
    head = (DOCS / target(address, picture)).read_text("utf-8")[:1000]
    given = re.search(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"', head)
    shown = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', head)
    found = given or shown
    return f' width="{found[1]}" height="{found[2]}"' if found else ""


def _name(page: str) -> str:
    return page.removeprefix(f"{FOLDER}/").removesuffix(".md")


def _add(path: Path) -> None:
    """Make a page of a file outside `docs`: of a Markdown file as it is, of another file as code."""
    inside = path.relative_to(HOME).as_posix()
    address = site_path(inside)
    if address in made:
        return
    text = path.read_text("utf-8")
    if path.suffix == NOTEBOOK:
        text = as_markdown(text, path.name)
    elif path.suffix != ".md":
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
        text = f"# {inside}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}\n{fence}\n"
    made[address], origin[address] = text, inside


def _add_list(folder: Path) -> None:
    """Make the first page of a folder that has none: a list of its pages."""
    inside = folder.relative_to(HOME).as_posix()
    pages = sorted(folder.glob("*.md"))
    inner = sorted({path.parent for path in folder.glob("*/*.md")})
    rows = [f"- [{title(path.read_text('utf-8'))}]({path.name})" for path in pages]
    rows += [f"- [{head_of(each)}]({each.name})" for each in inner]
    made[site_path(inside)] = f"# {head_of(folder)}\n\n" + "\n".join(rows) + "\n"
    origin[site_path(inside)] = f"{inside}/README.md"


def _linked_folder(match: re.Match[str]) -> str:
    """Return a link in place of a note about a folder, if it has pages."""
    folder = match[2]
    is_there = folder == FOLDER or any((DOCS / folder).rglob("*.md"))
    return f"[{match[1]}](../docs/{folder}/README.md)" if is_there else match[1]


def _with_links(text: str, here: str, address: str) -> Iterator[str]:
    """Yield the parts of a page with the links of the site."""
    end = 0
    for link in links(text):
        if link.path:
            path = target(here, link.path)
            place = HOME / path
            if not place.exists() and site_path(path) not in made:
                raise PluginError(f"{here}: there is no {link.path}")
            if (
                link.anchor
                and place.suffix == ".md"
                and link.anchor not in anchors(place.read_text("utf-8"))
            ):
                raise PluginError(f"{here}: {link.path} has no heading {link.anchor}")
            yield text[end : link.start]
            yield relpath(site_path(path), dirname(address) or ".")
            yield f"#{link.anchor}" if link.anchor else ""
            end = link.end
    yield text[end:]


def _outside_code(text: str) -> str:
    """Return a text with a blank line before each list, what folds as Markdown, and examples as a Python session."""
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    parts[::2] = [_LIST.sub(r"\1\n\n", part) for part in parts[::2]]
    parts[::2] = [part.replace("<details>", '<details markdown="1">') for part in parts[::2]]
    parts[1::2] = [re.sub(r"^```python\n(?=>>>)", "```pycon\n", part) for part in parts[1::2]]
    return "".join(parts)


def _run(address: str) -> str:
    """Return a button that runs what a page is about in the web app, beside the text."""
    folder, _, name = address.removesuffix(".md").rpartition("/")
    language = language_of(address)
    places = {"algorithms": (f"lab?p={BOARD}&a={name}", "Watch it run")}
    places |= {"techniques": (f"learn/{name}", "See it step by step")}
    places |= {"": ("play", "Open the web app")} if name in ("index", "web") else {}
    places |= {folder: ("lab", "Open the Lab")} if folder.startswith("tutorial/") else {}
    if folder not in places or name in ("README", "path"):
        return ""
    place, label = places[folder]
    app = relpath("app/index.html", folder or ".")
    link = f'<a class="md-button" href="{app}#{place}">{said(language, label)}</a>'
    return f'\n\n<p class="run" data-alone="{said(language, "Open it alone")}">{link}</p>\n'
