import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { VOLUMES, WORKSPACE } from '../sandbox.ts'
import { sandboxArguments } from './arguments.ts'
import { boundPlaces, findPlaces } from './bound-places.ts'

const cache = await mkdtemp(join(tmpdir(), 'anneal-places-'))
await chmod(cache, 0o755)
afterAll(() => rm(cache, { recursive: true }))
const walls = sandboxArguments({ limits: { diskMb: 8 }, node: '/usr/bin/node', etc: '/etc', mounts: [] })

describe('places with a bound on their files', () => {
  it('replace all places that bubblewrap would make without a bound, at the same paths and sizes', async () => {
    const bound = await boundPlaces(walls, join(cache))
    expect(bound.walls).not.toContain('--tmpfs')
    const targets = bound.walls.flatMap((word, at) => (word === '--bind' ? [bound.walls[at + 2]] : []))
    expect(targets).toEqual(['/tmp', '/dev/shm', VOLUMES, WORKSPACE])
    const table = await readFile(bound.prefix.at(-1) ?? '', 'utf8')
    expect(table.split('\n').map((line) => /size=\d+,nr_inodes=\d+/.exec(line)?.[0])).toEqual([
      'size=67108864,nr_inodes=17408',
      'size=16777216,nr_inodes=5120',
      'size=8388608,nr_inodes=3072',
      'size=8388608,nr_inodes=3072',
      undefined,
    ])
  })

  it('are listed in one table, however many sandboxes are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => boundPlaces(walls, cache)))
    expect(new Set(made.map(({ prefix }) => prefix.at(-1))).size).toBe(1)
  })

  it('leave every other wall as it was', async () => {
    const { walls: after } = await boundPlaces(walls, cache)
    const isOwn = (word: string) =>
      /^--(size|perms|tmpfs|bind)$|^\d{4,}$|^\/(tmp|dev\/shm|workspace|volumes)$/.test(word)
    const rest = (list: string[]) => list.filter((word) => !isOwn(word) && !word.startsWith(cache))
    expect(rest(after)).toEqual(rest(walls))
  })

  it('are tried, so that a host without them is known before a sandbox is made', async () => {
    expect(await findPlaces(cache)).toBe(join(cache, 'places'))
    await writeFile(join(cache, 'file'), '')
    expect(await findPlaces(join(cache, 'file'))).toBeUndefined()
  })
})
