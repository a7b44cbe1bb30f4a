import { readFile } from 'node:fs/promises'
import { HOSTS } from './skeleton.ts'
import type { TreeEntry } from './tree-entry.ts'

const SUDO = new URL('./sudo.py', import.meta.url)

/**
 * Additions to an operator's root file system: `above` replaces files that cannot work in a sandbox, `below` holds files that a
 * fresh root file system may lack.
 */
export const additionOf = async (): Promise<TreeEntry[]> => [
  { path: 'above/usr/bin/sudo', content: await readFile(SUDO, 'utf8'), mode: 0o755 },
  { path: 'below/etc/hosts', content: HOSTS },
  { path: 'below/etc/hostname', content: 'sandbox\n' },
]
