# The Python kernel, part 0: the processes of the sandbox, as its supervisor sees them.
import os
import signal

PR_SET_CHILD_SUBREAPER = 36


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return 'signal %d' % number


def adopt_orphans():
    """Makes orphaned descendants of this process its children. Gives the reason why not, or an empty text."""
    try:
        import ctypes
        refused = ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        return 'this system does not let a process adopt others' if refused else ''
    except (ImportError, OSError, AttributeError) as error:
        return 'copies need ctypes: %s' % error


def newest_process():
    """The highest pid given so far; 0 where the system does not tell."""
    try:
        with open('/proc/loadavg', 'rb') as file:
            return int(file.read().split()[-1])
    except (OSError, ValueError, IndexError):
        return 0


def processes():
    """All processes by pid: parent, session, start time, state."""
    table = {}
    for name in os.listdir('/proc'):
        if not name.isdigit():
            continue
        try:
            fd = os.open('/proc/%s/stat' % name, os.O_RDONLY | os.O_CLOEXEC)
            try:
                text = os.read(fd, 4096)
            finally:
                os.close(fd)
            # The program's name may hold spaces and parentheses; the numbers follow the last one.
            fields = text[text.rindex(b')') + 2:].split()
            table[int(name)] = (int(fields[1]), int(fields[3]), int(fields[19]), fields[0])
        except (OSError, ValueError):
            pass
    return table
