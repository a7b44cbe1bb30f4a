import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InstalledPackage, packageNameOf } from '../../contract/package.ts'
import { type KeptSet, PLACES } from './package-sets.ts'

interface Found {
  name: string
  version: string
}

/** Python packages of the host that every sandbox sees with its /usr. */
const HOST_PLACES = ['/usr/lib/python3/dist-packages', '/usr/local/lib']

/** The packages of a set, and behind them those of the host that no added one replaces. */
export async function installedPackages(set: KeptSet | undefined): Promise<InstalledPackage[]> {
  const python = set ? await distributionsIn(join(set.directory, PLACES.python)) : []
  const modules = set ? await modulesIn(join(set.directory, PLACES.modules)) : []
  const host = (await hostDistributions()).filter(({ name }) => !python.some((added) => added.name === name))
  const told = (language: InstalledPackage['language'], found: Found[]): InstalledPackage[] => {
    const wished = new Set(set?.wishes[language].map((wish) => packageNameOf(wish, language)))
    return found.map((each) => ({ ...each, language, origin: wished.has(each.name) ? 'added' : 'dependency' }))
  }
  return [
    ...told('python', python).sort(byOrigin),
    ...told('javascript', modules).sort(byOrigin),
    ...host.map((each): InstalledPackage => ({ ...each, language: 'python', origin: 'host' })),
  ]
}

const byOrigin = (one: InstalledPackage, other: InstalledPackage): number =>
  one.origin.localeCompare(other.origin) || one.name.localeCompare(other.name)

/** Reads names and versions from the names of the directories in which Python keeps them. */
export async function distributionsIn(directory: string): Promise<Found[]> {
  const names = await readdir(directory).catch(() => [])
  const found = new Map<string, string>()
  for (const entry of names) {
    const [, name, version] = /^(.+?)-([^-]+)(?:-py[\d.]+)?\.(?:dist|egg)-info$/.exec(entry) ?? []
    if (name && version) found.set(packageNameOf(name, 'python'), version)
  }
  return [...found]
    .map(([name, version]) => ({ name, version }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

async function hostDistributions(): Promise<Found[]> {
  const [system = '', local = ''] = HOST_PLACES
  const versions = (await readdir(local).catch(() => [])).filter((name) => /^python3\.\d+$/.test(name))
  const places = [system, ...versions.map((name) => join(local, name, 'dist-packages'))]
  const all = new Map((await Promise.all(places.map(distributionsIn))).flat().map((each) => [each.name, each]))
  return [...all.values()].sort((one, other) => one.name.localeCompare(other.name))
}

async function modulesIn(directory: string): Promise<Found[]> {
  const names: string[] = []
  for (const name of await readdir(directory).catch(() => [])) {
    if (name.startsWith('@')) names.push(...(await readdir(join(directory, name))).map((each) => `${name}/${each}`))
    else if (!name.startsWith('.')) names.push(name)
  }
  const found = names.sort().map(async (name) => ({ name, version: await versionOf(join(directory, name)) }))
  return (await Promise.all(found)).filter(({ version }) => version !== '')
}

const versionOf = (directory: string): Promise<string> =>
  readFile(join(directory, 'package.json'), 'utf8').then(
    (text) => String(JSON.parse(text).version ?? ''),
    () => '',
  )
