# Part 4, continued: bytes of files, for comparison.

HASHED_AT_ONCE = 262144
READ_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def digest_of(name, parent):
    """Hashes a file in steps; None for one that cannot be read."""
    try:
        fd = open_unnoticed(name, parent)
    except OSError:
        return None
    try:
        hashing = new_hash()
        while chunk := os.read(fd, HASHED_AT_ONCE):
            hashing.update(chunk)
            yield
        return hashing.digest()
    except OSError:
        return None
    finally:
        os.close(fd)


def open_unnoticed(name, parent):
    """Opens a file for reading without changing its access time, which tells of programs."""
    try:
        return os.open(name, READ_FILE | os.O_NOATIME, dir_fd=parent)
    except PermissionError:
        # The file belongs to another user.
        return os.open(name, READ_FILE, dir_fd=parent)


def new_hash():
    # Imported at first use: most sandboxes are never saved and start without it.
    from _blake2 import blake2b

    return blake2b(digest_size=16)
