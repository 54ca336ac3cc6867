"""The build backend: scikit-build-core, and whatever else the machine lacks for building a C++ extension.

Nothing is different on a machine with a compiler (``$CXX``, or ``c++``, ``g++`` or ``clang++`` on the path) and the
headers of its Python.

**No compiler**: ``ziglang`` joins the build requirements, and CMake is told to use its clang through three small
scripts that this module writes below ``build/zig``.

* ``zig c++`` means this machine's processor and its newest C library unless told otherwise; the scripts ask for the
  baseline of the architecture and an old C library, so that the result is the same everywhere. The files of
  the core that use wider vectors say so with flags of their own.
* ``zig c++`` traps undefined behaviour by default; the scripts switch that off, as it is with other compilers.
* Its caches lie below ``build/zig`` too, and not in the home directory.

Microsoft's compiler does not count as one: the core is written with the vector types of GCC and Clang.

**No Python.h**: Debian and its relatives keep it in a package of its own. That package is fetched with ``apt-get
download``, which needs no privileges, and unpacked below ``build/python``. Nothing is installed.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from scikit_build_core import build as _base
from scikit_build_core.build import (
    build_sdist,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings: TypeAlias = dict[str, list[str] | str]

ZIG = "ziglang>=0.13"
_COMPILERS = ("c++", "g++", "clang++")
_ZIG_ARCHITECTURES = {"amd64": "x86_64", "arm64": "aarch64", "i686": "x86", "i386": "x86"}


# -- the decision --------------------------------------------------------------------------------


def needs_zig(
    environ: Mapping[str, str] = os.environ,
    which: Callable[[str], str | None] = shutil.which,
    settings: Settings | None = None,
) -> bool:
    """Return whether there is no C++ compiler here: nobody names one and none is on the path."""
    if environ.get("CXX") or environ.get("CMAKE_TOOLCHAIN_FILE"):
        return False
    named = " ".join([environ.get("CMAKE_ARGS", ""), *(settings or {})])
    if "CMAKE_CXX_COMPILER" in named or "CMAKE_TOOLCHAIN_FILE" in named:
        return False
    return not any(map(which, _COMPILERS))


def zig_target(system: str, machine: str, host: str) -> str:
    """Return what ``zig c++ -target`` is to be told: architecture, system and C library.

    ``host`` is what the interpreter was built for; it tells glibc from musl.
    """
    machine = machine.lower()
    machine = _ZIG_ARCHITECTURES.get(machine, machine)
    if system == "Darwin":
        return f"{machine}-macos.11.0"
    if system == "Windows":
        return f"{machine}-windows-gnu"
    if "musl" in host:
        return f"{machine}-linux-musl"
    oldest = "2.17" if machine in ("x86_64", "x86", "aarch64") else "2.28"
    return f"{machine}-linux-gnu.{oldest}"


def zig_commands(zig: Path, target: str) -> dict[str, list[str]]:
    """Return the command behind each of the scripts."""
    compiler = [str(zig), "c++", "-target", target, "-mcpu=baseline", "-fno-sanitize=undefined"]
    return {"c++": compiler, "ar": [str(zig), "ar"], "ranlib": [str(zig), "ranlib"]}


# -- carrying it out -----------------------------------------------------------------------------


def write_scripts(commands: Mapping[str, list[str]], directory: Path) -> dict[str, Path]:
    """Write the scripts into ``directory`` and return where they are."""
    directory.mkdir(parents=True, exist_ok=True)
    cache = directory / "cache"
    paths = {}
    for name, command in commands.items():
        if os.name == "nt":
            path = directory / f"{name}.cmd"
            quoted = " ".join(f'"{word}"' for word in command)
            lines = [
                "@echo off",
                f'set "ZIG_GLOBAL_CACHE_DIR={cache}"',
                f'set "ZIG_LOCAL_CACHE_DIR={cache}"',
                f"{quoted} %*",
            ]
        else:
            path = directory / name
            where = shlex.quote(str(cache))
            lines = [
                "#!/bin/sh",
                f"export ZIG_GLOBAL_CACHE_DIR={where} ZIG_LOCAL_CACHE_DIR={where}",
                f'exec {shlex.join(command)} "$@"',
            ]
        path.write_text("\n".join(lines) + "\n")
        path.chmod(0o755)
        paths[name] = path
    return paths


def with_zig(settings: Settings) -> Settings:
    """Write the scripts and return the settings with CMake pointed at them."""
    import ziglang  # type: ignore[import-not-found,import-untyped,unused-ignore]

    directory = Path("build", "zig").absolute()
    zig = Path(ziglang.__file__).parent / ("zig.exe" if os.name == "nt" else "zig")
    host = sysconfig.get_config_var("HOST_GNU_TYPE") or ""
    target = zig_target(platform.system(), platform.machine(), host)
    paths = write_scripts(zig_commands(zig, target), directory)
    print(
        f"nonet: no C++ compiler on this machine; building with zig for {target}", file=sys.stderr
    )
    return {
        "build-dir": "build/{wheel_tag}-zig",
        **settings,
        "cmake.define.CMAKE_CXX_COMPILER": paths["c++"].as_posix(),
        "cmake.define.CMAKE_AR": paths["ar"].as_posix(),
        "cmake.define.CMAKE_RANLIB": paths["ranlib"].as_posix(),
    }


def with_headers(settings: Settings, own: Path) -> Settings:
    """Return the settings with CMake pointed at a copy of the headers below ``build/python``.

    ``own`` is the directory that ought to have them. Where they are split over two directories, as on Debian, the
    copy brings both together: a compiler that does not look into ``/usr/include`` finds them there.
    """
    copy = Path("build", "python", own.name).absolute()
    if not (copy / "Python.h").is_file():
        if not (own / "Python.h").is_file():
            own = fetch_headers(own.name, copy.parent)
        shutil.copytree(own, copy, dirs_exist_ok=True)
        multiarch = sysconfig.get_config_var("MULTIARCH") or "-"
        other = own.parent / multiarch / own.name
        if other.is_dir():
            shutil.copytree(other, copy / multiarch / own.name, dirs_exist_ok=True)
    return {**settings, "cmake.define.Python_INCLUDE_DIR": copy.as_posix()}


def fetch_headers(name: str, directory: Path) -> Path:
    """Unpack the headers of ``name`` (such as ``python3.11``) from the system's own package."""
    package = f"lib{name}-dev"
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise SystemExit(
            "nonet: Python.h is missing; install the headers of Python"
            " (the package is called python3-dev, python3-devel or the like) and try again"
        )
    print(f"nonet: Python.h is missing; fetching {package} into {directory}", file=sys.stderr)
    lists, cache, root = directory / "lists", directory / "cache", directory / "root"
    for wanted in (lists / "partial", cache / "archives" / "partial"):
        wanted.mkdir(parents=True, exist_ok=True)
    apt = ["apt-get", "-qq", "-o", f"Dir::State::Lists={lists}", "-o", f"Dir::Cache={cache}"]
    apt += ["-o", "Debug::NoLocking=1", "-o", "APT::Sandbox::User="]
    try:
        subprocess.run([*apt, "update"], check=True, cwd=directory)
        subprocess.run([*apt, "download", package], check=True, cwd=directory)
        for archive in directory.glob(f"{package}_*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(archive), str(root)], check=True)
    except subprocess.CalledProcessError as error:
        raise SystemExit(
            f"nonet: Python.h is missing, and {package} could not be fetched;"
            " install python3-dev and try again"
        ) from error
    return root / "usr" / "include" / name


def prepared(settings: Settings | None) -> Settings | None:
    """Return the settings of a build with what this machine lacks."""
    zig = needs_zig(settings=settings)
    own = Path(sysconfig.get_path("include"))
    if zig:
        settings = with_zig(settings or {})
    split = bool(sysconfig.get_config_var("MULTIARCH")) and own.parent == Path("/usr/include")
    if not (own / "Python.h").is_file() or (zig and split):
        settings = with_headers(settings or {}, own)
    return settings


# -- the hooks -----------------------------------------------------------------------------------


def get_requires_for_build_wheel(config_settings: Settings | None = None) -> list[str]:
    requires = _base.get_requires_for_build_wheel(config_settings)
    return [*requires, ZIG] if needs_zig(settings=config_settings) else requires


def get_requires_for_build_editable(config_settings: Settings | None = None) -> list[str]:
    requires = _base.get_requires_for_build_editable(config_settings)
    return [*requires, ZIG] if needs_zig(settings=config_settings) else requires


def build_wheel(
    wheel_directory: str,
    config_settings: Settings | None = None,
    metadata_directory: str | None = None,
) -> str:
    return _base.build_wheel(wheel_directory, prepared(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str,
    config_settings: Settings | None = None,
    metadata_directory: str | None = None,
) -> str:
    return _base.build_editable(wheel_directory, prepared(config_settings), metadata_directory)
