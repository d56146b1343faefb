"""Build wheels that contain the program, without a network and without other packages.

    python3 build_wheels.py VERSION BINARIES OUT [PLATFORM...]

BINARIES is the folder that scripts/binaries writes, with the licences of the modules. PLATFORM is
linux-amd64 and so on. The wheels of a commit are identical whenever they are built.
"""

from __future__ import annotations

import base64
import hashlib
import re
import stat
import sys
import zipfile
from pathlib import Path

import tomllib

HERE = Path(__file__).parent
TAGS = {
    "linux-amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64",
    # Without OpenCL, for systems that have another C library, such as Alpine Linux.
    "linux-amd64-static": "musllinux_1_1_x86_64",
    "linux-arm64-static": "musllinux_1_1_aarch64",
    "darwin-amd64": "macosx_12_0_x86_64",
    "darwin-arm64": "macosx_12_0_arm64",
    "windows-amd64": "win_amd64",
    "windows-arm64": "win_arm64",
}


LICENCES = ("LICENSE", "THIRD-PARTY-LICENSES.txt")


def version_of(text: str) -> str:
    """Return the version of PEP 440 for a version such as v0.1.0 or v0.2.0-rc.1."""
    found = re.fullmatch(r"v?(\d+\.\d+\.\d+)(?:-(alpha|beta|rc)\.?(\d+))?", text)
    if not found:
        raise SystemExit(f"{text}: expected a version such as v0.1.0 or v0.2.0-rc.1")
    number, kind, count = found.groups()
    return number + ({"alpha": "a", "beta": "b", "rc": "rc"}[kind] + count if kind else "")


def metadata(version: str) -> str:
    """Return the metadata of the package."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {version}",
        f"Summary: {project['description']}",
        *(f"Project-URL: {name}, {url}" for name, url in project["urls"].items()),
        f"Keywords: {','.join(project['keywords'])}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in LICENCES),
        *(f"Classifier: {c}" for c in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
        "",
        (HERE / project["readme"]).read_text(encoding="utf-8"),
    ]
    return "\n".join(lines)


def contents(version: str, binary: Path, tags: str) -> dict[str, tuple[bytes, int]]:
    """Return the content and the mode of each file of a wheel, without its record."""
    info = f"tourmaline_opt-{version}.dist-info"
    wheel = "Wheel-Version: 1.0\nGenerator: tourmaline\nRoot-Is-Purelib: false\n"
    wheel += "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))
    sources = HERE / "src" / "tourmaline"
    files = {
        f"tourmaline/{f.name}": (f.read_bytes(), 0o644)
        for f in sorted([*sources.glob("*.py"), sources / "py.typed"])
    }
    files[f"tourmaline/bin/{binary.name}"] = (binary.read_bytes(), 0o755)
    files[f"{info}/METADATA"] = (metadata(version).encode(), 0o644)
    files[f"{info}/WHEEL"] = (wheel.encode(), 0o644)
    for name, folder in zip(LICENCES, (HERE.parent, binary.parent.parent), strict=True):
        files[f"{info}/licenses/{name}"] = ((folder / name).read_bytes(), 0o644)
    return files


def build(version: str, binary: Path, platform: str, out: Path) -> Path:
    """Build the wheel for a platform."""
    tags = TAGS[platform]
    files = contents(version, binary, tags)
    name = f"tourmaline_opt-{version}.dist-info/RECORD"
    record = []
    for path, (data, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{path},sha256={digest},{len(data)}")
    files[name] = ("\n".join([*record, f"{name},,", ""]).encode(), 0o644)
    out.mkdir(parents=True, exist_ok=True)
    wheel = out / f"tourmaline_opt-{version}-py3-none-{tags}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, (data, mode) in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            # pip makes only regular files executable
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, for the mode
            archive.writestr(entry, data)
    return wheel


def main(version: str, binaries: str, out: str, *platforms: str) -> None:
    for platform in platforms or TAGS:
        folder = Path(binaries) / platform
        name = "tourmaline.exe" if platform.startswith("windows") else "tourmaline"
        wheel = build(version_of(version), folder / name, platform, Path(out))
        print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
