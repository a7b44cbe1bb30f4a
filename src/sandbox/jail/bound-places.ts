import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeWhole } from '../host/write-whole.ts'
import { filesIn } from './arguments.ts'

export interface BoundPlaces {
  /** Words before the command that starts bubblewrap. */
  prefix: string[]
  walls: string[]
}

/** Words of one file system among bubblewrap's arguments: `--size BYTES --perms MODE --tmpfs TARGET`. */
const WORDS = 6
const MOST_PLACES = 8

/**
 * Bubblewrap bounds the bytes of a file system in memory and not its files, each of which costs the kernel more than a
 * kilobyte. So these are mounted before it starts, in namespaces that it then builds its own in, and bound into the sandbox.
 */
export async function boundPlaces(walls: string[], directory: string): Promise<BoundPlaces> {
  const lines: string[] = []
  const bound: string[] = []
  for (let at = 0; at < walls.length; at++) {
    const [size, bytes = '', perms, mode = '', tmpfs, target = ''] = walls.slice(at, at + WORDS)
    if (size !== '--size' || perms !== '--perms' || tmpfs !== '--tmpfs') {
      bound.push(walls[at] as string)
      continue
    }
    const place = join(directory, String(lines.length))
    const options = `nosuid,nodev,size=${bytes},nr_inodes=${filesIn(Number(bytes))},mode=${mode}`
    lines.push(`tmpfs ${place} tmpfs ${options} 0 0\n`)
    bound.push('--bind', place, target)
    at += WORDS - 1
  }
  return { prefix: prefixOf(await keepTable(directory, lines.join(''))), walls: bound }
}

/** Directory for these mounts; undefined on a host that lets only bubblewrap make namespaces. */
export async function findPlaces(cache: string): Promise<string | undefined> {
  const directory = join(cache, 'places')
  try {
    for (let place = 0; place < MOST_PLACES; place++) {
      await mkdir(join(directory, String(place)), { recursive: true, mode: 0o755 })
    }
    const { prefix } = await boundPlaces(['--size', '4096', '--perms', '0755', '--tmpfs', '/'], directory)
    const [command = '', ...rest] = [...prefix, '/usr/bin/true']
    await promisify(execFile)(command, rest, { env: {}, cwd: '/' })
    return directory
  } catch {
    return undefined
  }
}

const prefixOf = (table: string): string[] => [
  ...['/usr/bin/unshare', '--user', '--map-root-user', '--mount', '--'],
  ...['/bin/sh', '-c', '/usr/bin/mount --all --fstab "$0" && exec "$@"', table],
]

/** Writes a table named after its content: there is one for each size of workspaces. */
async function keepTable(directory: string, content: string): Promise<string> {
  const table = join(directory, `table-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`)
  await writeWhole(table, content, 0o644)
  return table
}
