#!/usr/bin/python3 -IS
"""Starts a program as another user of this sandbox, by asking the agent."""
import array
import json
import os
import signal
import socket
import sys

DOOR = '/run/anneal/sudo'
PATH = '/usr/local/sbin:/usr/local/bin:/opt/node/bin:/usr/sbin:/usr/bin:/sbin:/bin'
KEPT = ('TERM', 'LANG', 'LC_ALL', 'COLUMNS', 'LINES', 'TZ', 'http_proxy', 'https_proxy', 'no_proxy')
KEPT += tuple(name.upper() for name in KEPT[-3:])
KEPT += ('NODE_USE_ENV_PROXY', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PYTHON_CPU_COUNT')
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2)


def main():
    options = read(sys.argv[1:])
    if not options['command']:
        sys.exit(0 if options['is_check'] else usage())
    env = dict(os.environ) if options['keeps'] else {name: os.environ[name] for name in KEPT if name in os.environ}
    env['PATH'] = PATH
    env.update(options['variables'])
    env.update(SUDO_USER=os.environ.get('USER', ''), SUDO_UID=str(os.getuid()), SUDO_GID=str(os.getgid()))
    env['SUDO_COMMAND'] = ' '.join(options['command'])
    cwd = options['cwd'] or os.getcwd()
    sys.exit(ask({'user': options['user'], 'command': options['command'], 'env': env, 'cwd': cwd}))


def usage():
    sys.stderr.write('usage: sudo [-EHnSik] [-u USER] [NAME=VALUE] COMMAND [ARGUMENT ...]\n')
    return 1


def read(words):
    found = {'user': 'root', 'keeps': False, 'variables': {}, 'cwd': None, 'is_check': False, 'command': []}
    is_shell = False
    while words and words[0].startswith('-'):
        word = words.pop(0)
        if word == '--':
            break
        if word in ('-u', '--user', '-g', '--group', '-p', '-D', '-h', '-C', '-T') and words:
            value = words.pop(0)
            if word in ('-u', '--user'):
                found['user'] = value
            if word == '-D':
                found['cwd'] = value
        elif word.startswith('--user='):
            found['user'] = word[7:]
        elif word.startswith('--preserve-env') or word == '-E':
            found['keeps'] = True
        elif word.startswith('-u') and len(word) > 2:
            found['user'] = word[2:]
        elif word in ('-v', '-l', '-k', '-K', '--validate', '--list'):
            found['is_check'] = True
        elif word in ('-i', '-s', '--login', '--shell'):
            is_shell = True
        elif word.startswith('--') or not set(word[1:]) <= set('EHnSbAkis'):
            sys.exit(usage())
        else:
            found['keeps'] = found['keeps'] or 'E' in word
            is_shell = is_shell or 'i' in word or 's' in word
    while words and '=' in words[0] and not words[0].startswith('='):
        name, value = words.pop(0).split('=', 1)
        found['variables'][name] = value
    found['command'] = words
    if is_shell:
        found['command'] = ['/bin/bash', '-l'] + (['-c', ' '.join(words)] if words else [])
    return found


def ask(request):
    agent = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    agent.connect(DOOR)
    streams = array.array('i', [0, 1, 2])
    agent.sendmsg([json.dumps(request).encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
    for number in FORWARDED:
        signal.signal(number, lambda got, _frame: agent.send(str(int(got)).encode()))
    said = agent.recv(65536)
    answer = json.loads(said) if said else {'problem': 'the program was not started'}
    if 'problem' in answer:
        sys.stderr.write('sudo: %s\n' % answer['problem'])
        return 1
    return answer['status']


main()
