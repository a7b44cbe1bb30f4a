import { readFile } from 'node:fs/promises'
import { OWN_ETC } from '../../host/etc.ts'
import { WORKSPACE } from '../../sandbox.ts'
import { installPlaces } from './host-pythons.ts'
import type { TreeEntry } from './tree-entry.ts'

const SUDO = new URL('./sudo.py', import.meta.url)
const USER = 1000

/** Directories beside those of the host's own programs, each with an owner and a mode. */
const DIRECTORIES: [path: string, owner: number, mode: number][] = [
  ...[
    'etc/profile.d',
    'home',
    'usr/bin',
    'var/lib',
    'var/log',
    'var/cache',
    'opt/node/bin',
    'opt/node/etc',
    'mnt',
    'srv',
  ].map((path): [string, number, number] => [path, 0, 0o755]),
  ...['proc', 'dev', 'run', 'sys'].map((path): [string, number, number] => [path, 0, 0o755]),
  ...['tmp', 'var/tmp'].map((path): [string, number, number] => [path, 0, 0o1777]),
  ['root', 0, 0o700],
  ['home/user', USER, 0o755],
  ['volumes', USER, 0o755],
]

const PROFILE = `# Variables come from who starts a program; nothing here replaces them.
for part in /etc/profile.d/*.sh; do [ -r "$part" ] && . "$part"; done
unset part
[ -n "$BASH_VERSION" ] && [ -n "$PS1" ] && . /etc/bash.bashrc
true
`
const BASHRC = `[ -z "$PS1" ] || PS1='\\u@\\h:\\w\\$ '\n`

export const HOSTS = OWN_ETC.find(([name]) => name === 'hosts')?.[1] ?? ''

const FILES: [path: string, content: string, mode?: number][] = [
  [
    'etc/passwd',
    'root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::/home/user:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n',
  ],
  ['etc/group', 'root:x:0:\nsudo:x:27:user\nuser:x:1000:\nnogroup:x:65534:\n'],
  ['etc/hostname', 'sandbox\n'],
  // Edited in place more often than other files of /etc, which belong to nobody in the systems of a server that is not root.
  ['etc/hosts', HOSTS],
  ['etc/profile', PROFILE],
  ['etc/bash.bashrc', BASHRC],
  ['opt/node/bin/node', '', 0o755],
  // `npm install --global` goes where any user may install.
  ['opt/node/etc/npmrc', 'prefix=/usr/local\n'],
]

const LINKS: [path: string, target: string][] = [
  ...['bin', 'sbin', 'lib', 'lib64'].map((name): [string, string] => [name, `usr/${name}`]),
  // The name that most scripts use, which Debian leaves out.
  ['usr/bin/python', 'python3'],
  // Programs ask here which distribution this is.
  ['etc/os-release', '../usr/lib/os-release'],
  // The workspace's path in other sandboxes.
  [WORKSPACE, 'home/user'],
]

/** Everything that a system has beside the host's programs and its /etc. */
export async function skeletonOf(pythons: readonly string[]): Promise<TreeEntry[]> {
  const sudo = await readFile(SUDO, 'utf8')
  return [
    ...DIRECTORIES.map(([path, owner, mode]) => ({ path, owner, mode })),
    // Interpreters run as root: a module that a user installs here is one that they find.
    ...installPlaces(pythons).map((path) => ({ path, mode: 0o777 })),
    ...LINKS.map(([path, link]) => ({ path, link })),
    ...FILES.map(([path, content, mode = 0o644]) => ({ path, content, mode })),
    { path: 'usr/bin/sudo', content: sudo, mode: 0o755 },
  ]
}
