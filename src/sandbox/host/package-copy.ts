import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface PackageSet {
  names: string[]
  /** A script that runs once, with the directory of the copy, to add files that would be slow to make in every sandbox. */
  prepare?: URL
}

export class PackageMissing extends Error {
  readonly packageName: string

  constructor(packageName: string) {
    super(`the package ${packageName} is not installed`)
    this.packageName = packageName
  }
}

/**
 * npm packages with all their dependencies, as one directory that sandboxes can be shown: they are often installed below a
 * user's home. The copy is named after its content and outlives the server.
 */
export async function packageCopy(
  { names, prepare }: PackageSet,
  { cache, execPath }: { cache: string; execPath: string },
): Promise<string> {
  const found = await packagesFrom(names)
  const copy = join(cache, `packages-${await fingerprint(found, prepare)}`)
  const exists = await access(copy).then(
    () => true,
    () => false,
  )
  if (exists) return copy
  const partial = `${copy}.${process.pid}`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o755 })
  for (const { name, directory } of found)
    await cp(directory, join(partial, name), { recursive: true, filter: isNeeded })
  if (prepare) await promisify(execFile)(execPath, [fileURLToPath(prepare), partial], { cwd: partial, env: {} })
  // Another server may have been faster; its copy is as good.
  await rename(partial, copy).catch(() => rm(partial, { recursive: true }))
  return copy
}

interface FoundPackage {
  name: string
  version: string
  directory: string
}

/** Collects packages with their dependencies; optional ones that are not installed belong to other kinds of host. */
async function packagesFrom(names: string[]): Promise<FoundPackage[]> {
  const found = new Map<string, FoundPackage>()
  const add = async (name: string, from: string, isOptional: boolean): Promise<void> => {
    if (found.has(name)) return
    const manifest = locate(name, from)
    if (manifest === undefined) {
      if (isOptional) return
      throw new PackageMissing(name)
    }
    const { version, dependencies = {}, optionalDependencies = {} } = JSON.parse(await readFile(manifest, 'utf8'))
    found.set(name, { name, version, directory: dirname(manifest) })
    for (const next of Object.keys(dependencies)) await add(next, manifest, next in optionalDependencies)
    for (const next of Object.keys(optionalDependencies)) await add(next, manifest, true)
  }
  for (const name of names) await add(name, import.meta.filename, false)
  return [...found.values()]
}

export const isInstalled = (name: string): boolean => locate(name, import.meta.filename) !== undefined

function locate(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from)
  } catch {
    return undefined
  }
}

/** Source maps of packages are of no use in a sandbox. */
const isNeeded = (path: string): boolean => !path.endsWith('.map')

async function fingerprint(found: FoundPackage[], prepare: URL | undefined): Promise<string> {
  const hash = createHash('sha256').update(found.map(({ name, version }) => `${name}@${version}\n`).join(''))
  if (prepare) hash.update(await readFile(prepare))
  return hash.digest('hex').slice(0, 16)
}
