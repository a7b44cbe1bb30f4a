# Part 4, continued: bytes of files, as far as they are compared.

HASHED_AT_ONCE = 262144
READ_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def digest_of(name, parent):
    """In steps; None for what cannot be read."""
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
    """Our own reading is no access that anybody should look at."""
    try:
        return os.open(name, READ_FILE | os.O_NOATIME, dir_fd=parent)
    except PermissionError:
        # Of a file that belongs to somebody else.
        return os.open(name, READ_FILE, dir_fd=parent)


def new_hash():
    # Imported when it is first needed: a box that nobody keeps starts without it.
    from _blake2 import blake2b

    return blake2b(digest_size=16)
