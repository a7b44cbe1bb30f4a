import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isOfDeadServer, ownServerId } from '../cgroup/server-id.ts'

/** Packages by the names under which an operator added them. */
export interface Wishes {
  python: string[]
  javascript: string[]
}

/** One state of all added packages. It is never changed: a change is a new set with the next number. */
export interface KeptSet {
  generation: number
  /** Unlike the number, different on every host and data directory. */
  id: string
  directory: string
  wishes: Wishes
}

/** Places inside of a set. `wheels` and `node` are there to make the next set from, without asking an index again. */
export const PLACES = { python: 'python', wheels: 'wheels', node: 'node', modules: 'node/node_modules' } as const
const ABOUT = 'set.json'

/**
 * The sets of one data directory. The newest directory is the truth, and it is moved there whole: a process that is killed
 * while it makes a set has changed nothing, and of two processes that make the same number only one can move its own.
 */
export function openPackageSets(home: string) {
  const [sets, making, held] = ['sets', 'making', 'held'].map((name) => join(home, 'packages', name)) as [
    string,
    string,
    string,
  ]
  const generations = async (): Promise<number[]> =>
    (await namesIn(sets))
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((one, other) => other - one)
  const read = async (generation: number): Promise<KeptSet> => {
    const directory = join(sets, String(generation))
    return { generation, directory, ...JSON.parse(await readFile(join(directory, ABOUT), 'utf8')) }
  }
  const nameOf = async (more: string | number): Promise<string> => `${await ownServerId()}-${more}`

  return {
    newest: async (): Promise<number | undefined> => (await generations())[0],
    read,

    /** Makes the set after `base`; undefined when another process made one meanwhile. */
    async add(
      base: KeptSet | undefined,
      { wishes, fill }: { wishes: Wishes; fill(directory: string): Promise<void> },
    ): Promise<KeptSet | undefined> {
      await mkdir(sets, { recursive: true, mode: 0o700 })
      await mkdir(making, { recursive: true, mode: 0o700 })
      const partial = join(making, await nameOf(randomUUID()))
      try {
        await mkdir(partial)
        await fill(partial)
        await writeFile(join(partial, ABOUT), `${JSON.stringify({ id: randomUUID(), wishes })}\n`)
        const generation = (base?.generation ?? 0) + 1
        // Moving a directory onto one with content fails: the other process was faster.
        const isMoved = await rename(partial, join(sets, String(generation))).then(() => true, isTaken)
        return isMoved ? await read(generation) : undefined
      } finally {
        await rm(partial, { recursive: true, force: true })
      }
    },

    /** Keeps a set for as long as this process lives; false when it is gone already. */
    async hold(generation: number): Promise<boolean> {
      await mkdir(held, { recursive: true, mode: 0o700 })
      await writeFile(join(held, await nameOf(generation)), '')
      return (await generations()).includes(generation)
    },

    /** Removes unfinished sets of dead processes, and older sets that no living process holds; gives the removed sets. */
    async sweep(): Promise<KeptSet[]> {
      for (const name of await namesIn(making)) if (await isOfDeadServer(name)) await remove(join(making, name))
      const inUse = new Set<number>()
      for (const name of await namesIn(held)) {
        if (await isOfDeadServer(name)) await remove(join(held, name))
        else inUse.add(Number(name.split('-').at(-1)))
      }
      const [, ...older] = await generations()
      const removed: KeptSet[] = []
      for (const generation of older.filter((each) => !inUse.has(each))) {
        const set = await read(generation).catch(() => undefined)
        if (set) removed.push(set)
        // Moved away first: half a set must not be found under its number.
        const doomed = join(making, await nameOf(randomUUID()))
        await rename(join(sets, String(generation)), doomed).catch(() => {})
        await remove(doomed)
      }
      return removed
    },

    async release(): Promise<void> {
      const own = await nameOf('')
      for (const name of await namesIn(held)) if (name.startsWith(own)) await remove(join(held, name))
    },
  }
}

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true })

const namesIn = (directory: string): Promise<string[]> => readdir(directory).catch(() => [])

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
  throw error
}
