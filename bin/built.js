// Plain JavaScript that any Node can read: whether dist/ was made from the sources that lie beside it.
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))
const stampIn = (root) => join(root, 'dist', 'built-from')

/** A clone has sources; an installed package has only files that were built from them. */
export const hasSources = () => existsSync(join(here, 'src'))

/** The last change to what dist/ is made of, a removal included. */
export function lastChange(root = here) {
  const manifests = ['package.json', 'package-lock.json'].map((name) => join(root, name)).filter(existsSync)
  return String(Math.max(changeBelow(join(root, 'src')), ...manifests.map(changeOf)))
}

/** The kernel writes this time (ctime), so a file that is copied or moved here with an old date counts as new. */
const changeOf = (path) => lstatSync(path).ctimeMs

function changeBelow(directory) {
  let latest = changeOf(directory)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = `${directory}/${entry.name}`
    if (entry.isDirectory()) latest = Math.max(latest, changeBelow(path))
    else if (!/\.(test|fixture)\.ts$/.test(entry.name)) latest = Math.max(latest, changeOf(path))
  }
  return latest
}

/** To be called with the change that was the last one before the build began. */
export const stamp = (change, root = here) => writeFileSync(stampIn(root), change)

export const isBuilt = (root = here) =>
  existsSync(stampIn(root)) && readFileSync(stampIn(root), 'utf8') === lastChange(root)
