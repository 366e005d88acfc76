"""Makes an archive of a folder, the same bytes from the same files on every system, and lists checksums.

    pack.py archive FOLDER NAME.tar.gz SECONDS    all that is in FOLDER below NAME/, as old as that; or NAME.zip
    pack.py checksums FOLDER                      writes SHA256SUMS there
"""

import gzip
import hashlib
import io
import sys
import tarfile
import time
import zipfile
from pathlib import Path


def files(folder: Path) -> "list[tuple[str, int, bytes]]":
    """All files with their names, rights and contents."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    names = [path.relative_to(folder) for path in found]
    rights = [0o755 if name.parts[0] == "bin" else 0o644 for name in names]
    return [(name.as_posix(), mode, path.read_bytes()) for name, mode, path in zip(names, rights, found)]


def archive(folder: Path, target: Path, seconds: int) -> None:
    with open(target, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for name, mode, content in files(folder):
                entry = tarfile.TarInfo(f"{target.name.removesuffix('.tar.gz')}/{name}")
                entry.mode, entry.size, entry.mtime = mode, len(content), seconds
                tar.addfile(entry, io.BytesIO(content))


def zipped(folder: Path, target: Path, seconds: int) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, mode, content in files(folder):
            entry = zipfile.ZipInfo(f"{target.stem}/{name}", time.gmtime(seconds)[:6])
            entry.external_attr, entry.compress_type = mode << 16, zipfile.ZIP_DEFLATED
            out.writestr(entry, content)


def checksums(folder: Path) -> None:
    listed = sorted(path for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in listed]
    (folder / "SHA256SUMS").write_text("".join(sums), encoding="utf-8", newline="\n")
    print("".join(f"{path.stat().st_size:>10,}  {path.name}\n" for path in listed), end="")


if sys.argv[1] == "archive":
    make = zipped if sys.argv[3].endswith(".zip") else archive
    make(Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
else:
    checksums(Path(sys.argv[2]))
