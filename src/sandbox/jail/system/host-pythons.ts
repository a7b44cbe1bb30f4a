import { readdir } from 'node:fs/promises'

const ROOTS = ['lib', 'local/lib']

/** Library directories of the host's Pythons, named from /usr: `lib/python3.13`. */
export async function hostPythons(): Promise<string[]> {
  const found = ROOTS.map(async (root) => {
    const names = await readdir(`/usr/${root}`).catch(() => [])
    return names.filter((name) => /^python3\.\d+$/.test(name)).map((name) => `${root}/${name}`)
  })
  return (await Promise.all(found)).flat().sort()
}

/**
 * Files by which distributions keep pip and uv from changing packages that they manage themselves. In a system nothing but its
 * own layer is changed, so installing is allowed.
 */
export const managedMarks = (pythons: readonly string[]): string[] =>
  pythons.map((directory) => `${directory}/EXTERNALLY-MANAGED`)

/** Directories below /usr/local that any user of a system may install into. */
export function installPlaces(pythons: readonly string[]): string[] {
  const versions = [...new Set(pythons.map((directory) => directory.slice(directory.lastIndexOf('/') + 1)))]
  const ofPython = versions.flatMap((name) => [name, `${name}/dist-packages`, `${name}/site-packages`])
  const libraries = ['node_modules', ...ofPython].map((name) => `lib/${name}`)
  return ['', 'bin', 'sbin', 'etc', 'include', 'lib', 'share', 'src', ...libraries].map((name) =>
    `usr/local/${name}`.replace(/\/$/, ''),
  )
}
