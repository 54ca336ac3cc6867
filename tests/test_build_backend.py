"""The build backend finds out what a machine lacks and writes the scripts that call zig's compiler. No network."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import nonet

pytest.importorskip("scikit_build_core", reason="scikit-build-core is not installed here")
HOME = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def backend() -> ModuleType:
    """Return the backend as pip imports it: alone, from its own directory."""
    return imported("nonet_build", HOME / "build_backend" / "nonet_build.py")


@pytest.fixture(scope="module")
def set_up() -> ModuleType:
    """Return the script that sets up `.venv`."""
    return imported("set_up", HOME / "scripts" / "set_up.py")


def imported(name: str, path: Path) -> ModuleType:
    """Import a file that is not part of the package."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def on_path(*names: str) -> Callable[[str], str | None]:
    """Return a `shutil.which` for a machine that has only these programs."""
    return lambda name: f"/usr/bin/{name}" if name in names else None


@pytest.mark.parametrize("compiler", ["c++", "g++", "clang++"])
def test_a_compiler_on_the_path_is_enough(backend: ModuleType, compiler: str) -> None:
    assert not backend.needs_zig({}, on_path("python3", compiler))


def test_without_a_compiler_zig_is_needed(backend: ModuleType) -> None:
    assert backend.needs_zig({}, on_path("python3", "make", "cmake", "ninja"))


def test_a_c_compiler_alone_does_not_help(backend: ModuleType) -> None:
    assert backend.needs_zig({}, on_path("cc", "gcc", "clang"))


def test_microsofts_compiler_does_not_count(backend: ModuleType) -> None:
    assert backend.needs_zig({}, on_path("cl", "link"))


@pytest.mark.parametrize(
    "environ",
    [
        {"CXX": "/opt/other/bin/c++"},
        {"CMAKE_ARGS": "-DCMAKE_CXX_COMPILER=/opt/other/bin/c++"},
        {"CMAKE_TOOLCHAIN_FILE": "/opt/other/toolchain.cmake"},
    ],
)
def test_a_compiler_that_the_user_names_is_used(
    backend: ModuleType, environ: dict[str, str]
) -> None:
    assert not backend.needs_zig(environ, on_path())


def test_a_compiler_in_the_build_settings_is_used(backend: ModuleType) -> None:
    settings = {"cmake.define.CMAKE_CXX_COMPILER": "/opt/other/bin/c++"}
    assert not backend.needs_zig({}, on_path(), settings)


def test_a_named_target_is_built_with_zig(backend: ModuleType) -> None:
    environ = {"NONET_ZIG_TARGET": "aarch64-linux-gnu.2.17", "CXX": "g++"}
    assert backend.needs_zig(environ, on_path("g++"))


def test_an_empty_cxx_is_none(backend: ModuleType) -> None:
    assert backend.needs_zig({"CXX": ""}, on_path())


@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_zig_is_required_only_then(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    ask = getattr(backend, f"get_requires_for_build_{kind}")
    monkeypatch.setattr(backend, "needs_zig", lambda **_: True)
    with_zig = ask()
    monkeypatch.setattr(backend, "needs_zig", lambda **_: False)
    without = ask()
    assert with_zig == [*without, backend.ZIG]
    assert not any("zig" in requirement for requirement in without)


def test_a_source_distribution_needs_no_compiler(backend: ModuleType) -> None:
    assert not any("zig" in requirement for requirement in backend.get_requires_for_build_sdist())


@pytest.mark.parametrize(
    ("system", "machine", "host", "target"),
    [
        ("Linux", "x86_64", "x86_64-pc-linux-gnu", "x86_64-linux-gnu.2.17"),
        ("Linux", "aarch64", "aarch64-unknown-linux-gnu", "aarch64-linux-gnu.2.17"),
        ("Linux", "riscv64", "riscv64-linux-gnu", "riscv64-linux-gnu.2.28"),
        ("Linux", "x86_64", "x86_64-pc-linux-musl", "x86_64-linux-musl"),
        ("Darwin", "arm64", "", "aarch64-macos.11.0"),
        ("Windows", "AMD64", "", "x86_64-windows-gnu"),
    ],
)
def test_target(backend: ModuleType, system: str, machine: str, host: str, target: str) -> None:
    assert backend.zig_target(system, machine, host) == target


def test_a_named_target_tags_the_wheel(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "own_target", lambda: "x86_64-linux-gnu.2.17")
    tag = {"env._PYTHON_HOST_PLATFORM": "manylinux_2_28_x86_64"}
    assert backend.tag_settings("x86_64-linux-gnu.2.28") == tag
    other = backend.tag_settings("aarch64-linux-gnu.2.17")
    assert other["env._PYTHON_HOST_PLATFORM"] == "manylinux_2_17_aarch64"
    assert other["env.SETUPTOOLS_EXT_SUFFIX"].endswith("-aarch64-linux-gnu.so")
    assert backend.tag_settings("x86_64-macos.11.0") == backend.tag_settings(None) == {}


def test_another_machine_is_named_to_cmake(backend: ModuleType) -> None:
    own = "x86_64-linux-gnu.2.17"
    assert backend.cross_settings("x86_64-linux-gnu.2.28", own) == {}
    settings = backend.cross_settings("aarch64-linux-gnu.2.17", own)
    assert settings["cmake.define.CMAKE_SYSTEM_NAME"] == "Linux"
    assert settings["cmake.define.CMAKE_SYSTEM_PROCESSOR"] == "aarch64"
    settings = backend.cross_settings("x86_64-macos.11.0", own)
    assert settings["cmake.define.CMAKE_SYSTEM_NAME"] == "Darwin"


def test_the_compiler_builds_for_any_processor(backend: ModuleType) -> None:
    command = backend.zig_commands(Path("/there/zig"), "x86_64-linux-gnu.2.17")["c++"]
    assert command[:4] == ["/there/zig", "c++", "-target", "x86_64-linux-gnu.2.17"]
    assert "-mcpu=baseline" in command
    assert "-fno-sanitize=undefined" in command


@pytest.mark.skipif(os.name == "nt", reason="the scripts of Windows are others")
def test_scripts_pass_arguments_on_and_keep_the_cache_beside_them(
    backend: ModuleType, tmp_path: Path
) -> None:
    show = "import os, sys; print(os.environ['ZIG_GLOBAL_CACHE_DIR'], *sys.argv[1:], sep='|')"
    directory = tmp_path / "a directory"
    paths = backend.write_scripts({"c++": [sys.executable, "-c", show, "first"]}, directory)
    done = subprocess.run(
        [paths["c++"], "-DX=a b", "$HOME"], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == f"{directory / 'cache'}|first|-DX=a b|$HOME"


def test_headers_are_copied_together(
    backend: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    include = tmp_path / "usr" / "include"
    for part, name in (("python3.77", "Python.h"), ("some-linux/python3.77", "pyconfig.h")):
        (include / part).mkdir(parents=True)
        (include / part / name).write_text("")
    monkeypatch.setattr(backend.sysconfig, "get_config_var", {"MULTIARCH": "some-linux"}.get)
    monkeypatch.chdir(tmp_path)
    settings = backend.with_headers({"build-dir": "b"}, include / "python3.77")
    copy = Path(settings["cmake.define.Python_INCLUDE_DIR"])
    assert settings["build-dir"] == "b"
    assert (copy / "Python.h").is_file()
    assert (copy / "some-linux" / "python3.77" / "pyconfig.h").is_file()


def test_missing_headers_end_the_build_with_what_to_install(
    backend: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise AssertionError("the backend started a program")

    monkeypatch.setattr(backend.sysconfig, "get_path", {"include": str(tmp_path)}.__getitem__)
    monkeypatch.setattr(subprocess, "Popen", fail)
    with pytest.raises(SystemExit, match=r"Python\.h is missing in .*apt install python3-dev"):
        backend.build_wheel(str(tmp_path))


def test_headers_from_elsewhere_are_used(
    backend: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere" / "python3.77"
    elsewhere.mkdir(parents=True)
    (elsewhere / "Python.h").write_text("")
    monkeypatch.setenv("NONET_PYTHON_INCLUDE", str(elsewhere))
    monkeypatch.setattr(backend, "needs_zig", lambda **_: False)
    monkeypatch.chdir(tmp_path)
    settings = backend.prepared(None)
    copy = tmp_path / "build" / "python" / "python3.77"
    assert settings == {"cmake.define.Python_INCLUDE_DIR": copy.as_posix()}
    assert (copy / "Python.h").is_file()


# -- the set-up of `make` --------------------------------------------------------------------------


def program(path: Path, script: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="there is no apt-get under Windows")
@pytest.mark.parametrize("works", [True, False])
def test_set_up_unpacks_the_headers_of_debian(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    unpack = 'mkdir -p "$3/usr/include/python3.77" && : > "$3/usr/include/python3.77/Python.h"'
    download = 'for last; do :; done; [ "$last" = update ] || : > "${last}_1.deb"'
    program(tmp_path / "bin" / "apt-get", download if works else "exit 100")
    program(tmp_path / "bin" / "dpkg-deb", unpack)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    found = set_up.fetch_headers(Path("/usr/include/python3.77"), tmp_path / "python")
    expected = tmp_path / "python" / "root" / "usr" / "include" / "python3.77"
    assert found == (expected if works else None)


def test_set_up_continues_without_apt(
    set_up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up.shutil, "which", on_path())
    assert set_up.fetch_headers(Path("/usr/include/python3.77"), tmp_path) is None


# -- the metadata ----------------------------------------------------------------------------------


def test_the_version_is_written_once() -> None:
    import tomllib

    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    assert "version" not in project and project["dynamic"] == ["version"]
    assert importlib.metadata.version("nonet") == nonet.__version__


def test_the_extra_all_has_every_extra_for_users() -> None:
    import tomllib

    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert extras["all"] == [
        f"nonet[{','.join(name for name in extras if name not in ('all', 'dev', 'docs'))}]"
    ]
