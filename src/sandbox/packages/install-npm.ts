import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageNameOf } from '../../contract/package.ts'
import { type KeptSet, PLACES } from './package-sets.ts'
import { runInstaller } from './run-installer.ts'

const QUIET = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error', '--ignore-scripts']

export interface NpmChange {
  base: KeptSet | undefined
  directory: string
  add: string[]
  remove: string[]
  index?: string | undefined
  signal: AbortSignal
}

/** Changes a copy of the packages that are there. Scripts of packages never run: they would run on the host. */
export async function installNpm({ base, directory, add, remove, index, signal }: NpmChange): Promise<void> {
  const node = join(directory, PLACES.node)
  if (base) await cp(join(base.directory, PLACES.node), node, { recursive: true, verbatimSymlinks: true })
  else {
    await mkdir(join(directory, PLACES.modules), { recursive: true })
    await writeFile(join(node, 'package.json'), '{ "name": "packages-of-sandboxes", "private": true }\n')
  }
  const npm = (verb: string, ...args: string[]) =>
    runInstaller({ tool: 'npm', command: 'npm', args: [verb, ...QUIET, ...args], cwd: node, signal })
  if (add.length > 0) {
    await npm('install', '--save-exact', ...(index ? [`--registry=${index}`] : []), '--', ...add)
  }
  if (remove.length > 0) await npm('uninstall', '--', ...remove.map((wish) => packageNameOf(wish, 'javascript')))
  await mkdir(join(directory, PLACES.modules), { recursive: true })
}
