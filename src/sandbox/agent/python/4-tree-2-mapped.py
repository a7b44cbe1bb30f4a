# Part 4, continued: files that living programs have in their memory.


def is_shared_to_write(rights):
    """Such a file changes without a system call."""
    return rights[1:4:2] == b'ws'


def is_run(rights):
    """To write over such a file would change a program while it runs."""
    return rights[2:3] == b'x'


def mapped_inodes(device, is_wanted):
    """Of the files of a device, by the rights of their mappings."""
    found = set()
    ours = b'%02x:%02x' % (os.major(device), os.minor(device))
    for pid in all_pids():
        text = memory_map(pid)
        # Most programs map no file of the tree at all.
        if b' %s ' % ours not in text:
            continue
        for line in text.split(b'\n'):
            parts = line.split(None, 5)
            if len(parts) >= 5 and parts[3] == ours and is_wanted(parts[1]):
                found.add(int(parts[4]))
    return found


def memory_map(pid):
    try:
        fd = os.open('/proc/%d/maps' % pid, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b''
    text = bytearray()
    try:
        while chunk := os.read(fd, 65536):
            text += chunk
    except OSError:
        # It ended meanwhile.
        pass
    finally:
        os.close(fd)
    return text
