# Part of every kernel that Python runs.
import errno
import os


def nameless_file(name):
    """A file in memory, gone with its last descriptor. Where such memory could not be counted, it is a file on the file system.
    """
    try:
        return os.memfd_create(name)
    except OSError as error:
        if error.errno != errno.ENOSYS:
            raise
    return os.open('/tmp', os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
