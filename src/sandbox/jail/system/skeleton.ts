import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeOnce } from '../../host/made-once.ts'
import { WORKSPACE } from '../../sandbox.ts'
import { installPlaces } from './host-pythons.ts'

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

const FILES: [path: string, owner: number, content: string][] = [
  [
    'etc/passwd',
    0,
    'root:x:0:0:root:/root:/bin/bash\nuser:x:1000:1000::/home/user:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n',
  ],
  ['etc/group', 0, 'root:x:0:\nsudo:x:27:user\nuser:x:1000:\nnogroup:x:65534:\n'],
  ['etc/hostname', 0, 'sandbox\n'],
  ['etc/profile', 0, PROFILE],
  ['etc/bash.bashrc', 0, BASHRC],
  ['opt/node/bin/node', 0, ''],
  // `npm install --global` goes where any user may install.
  ['opt/node/etc/npmrc', 0, 'prefix=/usr/local\n'],
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

/** The directory that a system has beside the host's programs and its /etc, named after its ingredients. */
export async function skeletonOf(cache: string, pythons: readonly string[]): Promise<string> {
  const sudo = await readFile(SUDO, 'utf8')
  const places = installPlaces(pythons)
  const recipe = JSON.stringify([DIRECTORIES, places, FILES, LINKS, sudo])
  const name = `skeleton-${createHash('sha256').update(recipe).digest('hex').slice(0, 16)}`
  return madeOnce(join(cache, name), async (partial) => {
    for (const [path, owner, mode] of DIRECTORIES) await makeDirectory(join(partial, path), owner, mode)
    // Interpreters run as root: a module that a user installs here is one that they find, as on E2B.
    for (const path of places) await makeDirectory(join(partial, path), 0, 0o777)
    for (const [path, target] of LINKS) await symlink(target, join(partial, path))
    for (const [path, owner, content] of [...FILES, ['usr/bin/sudo', 0, sudo] as const]) {
      await writeFile(join(partial, path), content, { mode: 0o644 })
      await chown(join(partial, path), owner, owner)
    }
    for (const path of ['usr/bin/sudo', 'opt/node/bin/node']) await chmod(join(partial, path), 0o755)
  })
}

async function makeDirectory(path: string, owner: number, mode: number): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o755 })
  await chown(path, owner, owner)
  await chmod(path, mode)
}
