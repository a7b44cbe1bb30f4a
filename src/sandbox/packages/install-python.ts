import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../contract/errors.ts'
import { packageNameOf } from '../../contract/package.ts'
import { distributionsIn } from './installed-packages.ts'
import { type KeptSet, PLACES } from './package-sets.ts'
import { runInstaller } from './run-installer.ts'

/** The interpreter of sandboxes: wheels are chosen and compiled for it. */
const PYTHON = '/usr/bin/python3'
const QUIET = ['--disable-pip-version-check', '--no-input', '--no-color', '--quiet']

export interface PythonChange {
  base: KeptSet | undefined
  /** The set in the making. */
  directory: string
  /** Everything that the new set was asked to hold. */
  wishes: string[]
  /** Wishes for which pip may choose another version than the one that is there. */
  fresh: string[]
  from?: string | undefined
  index?: string | undefined
  /** No index is asked: everything is there already. */
  isOffline?: boolean
  signal: AbortSignal
}

/**
 * Fetches wheels of all wishes and their dependencies together, then unpacks them into an empty directory. Only wheels are
 * taken: pip would run the code of anything else on the host.
 */
export async function installPython(change: PythonChange): Promise<void> {
  const { base, directory, wishes, signal } = change
  if (change.from) await assertDirectory(change.from)
  const wheels = join(directory, PLACES.wheels)
  await mkdir(join(directory, PLACES.python))
  await mkdir(wheels)
  if (wishes.length === 0) return
  const pip = (...args: string[]) =>
    runInstaller({ tool: 'pip', command: PYTHON, args: ['-m', 'pip', ...args], cwd: directory, signal })
  const places = [...(base ? [join(base.directory, PLACES.wheels)] : []), ...(change.from ? [change.from] : [])]
  await pip(
    ...['download', ...QUIET, '--only-binary', ':all:', '--dest', wheels],
    ...(change.from || change.isOffline ? ['--no-index'] : []),
    ...(change.index ? ['--index-url', change.index] : []),
    ...places.flatMap((place) => ['--find-links', place]),
    ...['--', ...(await pinned(change))],
  )
  const files = (await readdir(wheels)).filter((name) => name.endsWith('.whl'))
  await pip(
    ...['install', ...QUIET, '--no-index', '--no-deps', '--no-warn-script-location'],
    ...['--target', join(directory, PLACES.python), '--', ...files.map((name) => join(wheels, name))],
  )
}

/** pip would say that the packages do not exist. */
async function assertDirectory(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return
  const reason = `${path} is no directory of this server that it may read`
  throw new EngineError('PACKAGES_FAILED', { tool: 'pip', reason, remedy: 'Give the directory that holds the wheels.' })
}

/** Packages that were there before keep their version, so that adding one never changes another. */
async function pinned({ base, wishes, fresh }: PythonChange): Promise<string[]> {
  const there = new Map(
    (base ? await distributionsIn(join(base.directory, PLACES.python)) : []).map(({ name, version }) => [
      name,
      version,
    ]),
  )
  return wishes.map((wish) => {
    const version = there.get(packageNameOf(wish, 'python'))
    if (version === undefined || fresh.includes(wish)) return wish
    return `${/^[\w.-]+(?:\[[^\]]*\])?/.exec(wish)?.[0]}==${version}`
  })
}
