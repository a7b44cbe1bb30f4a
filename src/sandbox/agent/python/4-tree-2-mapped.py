# Part 4, continued: files that living programs have mapped into memory.


def is_shared_to_write(rights):
    """Whether the mapping lets a file change without a system call."""
    return rights[1:4:2] == b'ws'


def is_run(rights):
    """Whether the mapping runs code: overwriting such a file would change a running program."""
    return rights[2:3] == b'x'


def mapped_inodes(device, is_wanted):
    """Inodes of a device that programs have mapped with the wanted rights."""
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
        # The process ended meanwhile.
        pass
    finally:
        os.close(fd)
    return text
