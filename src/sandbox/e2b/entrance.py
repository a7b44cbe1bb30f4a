# Runs in a sandbox of another server, as its root where that is possible, and starts the agent there without any rights.
# The agent speaks in bytes and the SDK carries text, so frames travel as lines of base64 in both directions.
import binascii
import ctypes
import os
import pwd
import sys
import threading

# The first line of the wire: output of a login shell may stand before it.
GREETING = b'anneal-wire\n'
# Sent after so many bytes, and answered: the reader keeps everything it was sent until it joins anew.
PAUSE = b'!\n'
PAUSE_AT = 8 << 20
# Bytes of the agent per line; a multiple of three, so that only the last line of a burst is padded.
CHUNK = 24576
# The agent's user owns no file and no program: programs with other user ids cannot signal it.
AGENT = 64999
# A new program has its effective user as the saved one, which would let programs signal it.
SAVED_USER = 'import os; os.setresuid(-1, -1, os.getuid())\n'
# The door through which systems of our own servers give rights to programs that ask for them.
SUDO_DOOR = '/run/anneal'
PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 24, 36, 38

prctl = ctypes.CDLL(None).prctl
may_go_on = threading.Semaphore(0)


def main(loader, *directories):
    to_agent, from_agent = os.pipe(), os.pipe()
    if os.fork() == 0:
        become_agent(to_agent[0], from_agent[1], loader, directories)
    os.close(to_agent[0])
    os.close(from_agent[1])
    write_all(1, GREETING)
    threading.Thread(target=deliver, args=(to_agent[1],), daemon=True).start()
    tell(from_agent[0])
    os._exit(0)


def become_agent(read, write, loader, directories):
    try:
        os.dup2(read, 0)
        os.dup2(write, 1)
        # Orphans of programs become the agent's children, as they would become those of the first process.
        prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        if os.geteuid() == 0:
            give_up_rights(directories)
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        os.chdir(directories[0])
        os.execv(sys.executable, [sys.executable, '-I', '-S', '-c', SAVED_USER + loader])
    except BaseException as error:
        os.write(2, ('the agent cannot be started: %s\n' % error).encode())
    finally:
        os._exit(1)


def give_up_rights(directories):
    user = pwd.getpwnam('user')
    for path in directories:
        if os.path.islink(path):
            os.unlink(path)
        os.makedirs(path, exist_ok=True)
        os.chown(path, user.pw_uid, user.pw_gid)
    if os.path.isdir(SUDO_DOOR):
        os.chmod(SUDO_DOOR, 0o700)
    for capability in range(64):
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    os.setgroups([])
    os.setresgid(user.pw_gid, user.pw_gid, user.pw_gid)
    try:
        os.setresuid(AGENT, user.pw_uid, AGENT)
    except OSError:
        # The system knows few users only: then its programs can end the agent, and with it their own sandbox.
        os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)


def deliver(agent):
    """Passes the server's bytes to the agent, until they end."""
    for line in sys.stdin.buffer:
        if line == PAUSE:
            may_go_on.release()
        else:
            write_all(agent, binascii.a2b_base64(line))
    os.close(agent)


def tell(agent):
    """Sends the agent's bytes to the server, until they end."""
    told = 0
    while True:
        said = os.read(agent, CHUNK)
        if not said:
            return
        line = binascii.b2a_base64(said)
        write_all(1, line)
        told += len(line)
        if told >= PAUSE_AT:
            told = 0
            write_all(1, PAUSE)
            may_go_on.acquire()


def write_all(fd, content):
    while content:
        content = content[os.write(fd, content):]
