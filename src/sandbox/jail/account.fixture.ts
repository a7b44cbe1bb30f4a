import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Account {
  uid: number
  name: string
  home: string
  /** The first of 65,536 users and groups that the account is given; none without it. */
  firstSubId?: number | undefined
  /** Directories that are shown to it elsewhere, since it may not be able to go where they are. */
  shown?: { source: string; target: string }[]
  /** Words by which root becomes this user. */
  become?: string
}

/**
 * An ordinary user, with an account and users of its own, for one process of a test that is root: words before its command. The
 * account exists in the mount namespace of that process alone; nothing in the host's /etc is changed.
 */
export async function asAccount(account: Account, directory: string): Promise<string[]> {
  const { uid, name, home, firstSubId, shown = [] } = account
  const etc = join(directory, 'etc')
  await mkdir(etc, { recursive: true })
  await chmod(etc, 0o755)
  const ranges = firstSubId === undefined ? '' : `${name}:${firstSubId}:65536\n`
  const files = {
    passwd: `${await readFile('/etc/passwd', 'utf8')}${name}:x:${uid}:${uid}::${home}:/bin/bash\n`,
    group: `${await readFile('/etc/group', 'utf8')}${name}:x:${uid}:\n`,
    subuid: ranges,
    subgid: ranges,
  }
  for (const [file, content] of Object.entries(files)) {
    await writeFile(join(etc, file), content)
    await chmod(join(etc, file), 0o644)
  }
  const { become = `setpriv --reuid ${uid} --regid ${uid} --clear-groups --inh-caps=-all --` } = account
  const mounts = [
    `mount -t overlay -o lowerdir=${etc}:/etc overlay /etc`,
    ...shown.map(({ source, target }) => `mount --bind ${source} ${target}`),
  ]
  // The file mode mask of services: files made for sandboxes must be open to them all the same.
  const begin = `umask 0077 && ${mounts.join(' && ')} && exec ${become} "$@"`
  return ['/usr/bin/unshare', '--mount', '--', '/bin/sh', '-c', begin, 'sh']
}
