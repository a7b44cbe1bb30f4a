import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OWN_ETC } from '../../host/etc.ts'
import { madeOnce } from '../../host/made-once.ts'

const SUDO = new URL('./sudo.py', import.meta.url)
const DIRECTORIES = ['above', 'above/usr', 'above/usr/bin', 'below', 'below/etc']
const HOSTS = OWN_ETC.find(([name]) => name === 'hosts')?.[1] ?? ''

/**
 * Additions to an operator's root file system, as one directory: `above` replaces files that cannot work in a sandbox, `below`
 * holds files that a fresh root file system may lack.
 */
export async function additionOf(cache: string): Promise<string> {
  const files: [path: string, content: string, mode: number][] = [
    ['above/usr/bin/sudo', await readFile(SUDO, 'utf8'), 0o755],
    ['below/etc/hosts', HOSTS, 0o644],
    ['below/etc/hostname', 'sandbox\n', 0o644],
  ]
  const name = `addition-${createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)}`
  return madeOnce(join(cache, name), async (partial) => {
    for (const directory of DIRECTORIES) {
      await mkdir(join(partial, directory))
      await chmod(join(partial, directory), 0o755)
    }
    for (const [path, content, mode] of files) {
      await writeFile(join(partial, path), content)
      await chmod(join(partial, path), mode)
    }
  })
}
