// Checks all types, and makes those that the package publishes.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
/** Also says that the sources are unchanged: types are made of changed ones alone. */
const MADE = 'node_modules/.cache/types/src'
/** Each checker of the compiler works out the types that files share by itself: four of them take twice the processor time of one. */
const checkers = Math.max(1, Math.floor(availableParallelism() / 2))

if (import.meta.main) publishedTypes()

/** Files of types that a program can come to, as the compiler made them, each with its place below `dist`. */
export function publishedTypes() {
  const { status } = spawnSync('tsc', ['-b', '.', 'console', '--checkers', String(checkers)], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  const entries = Object.values(manifest.exports).flatMap((entry) => entry.types ?? [])
  const files = reachable(entries.map((entry) => join(MADE, entry.slice('./dist/'.length))))
  return [...files].map((file) => ({ file, target: join('dist', file.slice(MADE.length)) }))
}

/** All files of types that these name, one through the other. Packages that they name have to be installed with ours. */
function reachable(entries) {
  const found = new Set()
  const follow = (file) => {
    if (found.has(file)) return
    found.add(file)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()["']([^"']+)["']/g)) {
      if (name.startsWith('.')) follow(join(dirname(file), name).replace(/\.[jt]s$/, '.d.ts'))
      else if (!comesAlong(name)) {
        console.error(`${file} names the package ${name}, which is not under "dependencies" or "peerDependencies".`)
        process.exit(1)
      }
    }
  }
  for (const entry of entries) follow(entry)
  return found
}

function comesAlong(name) {
  const parts = name.split('/').slice(0, name.startsWith('@') ? 2 : 1)
  return name.startsWith('node:') || parts.join('/') in { ...manifest.dependencies, ...manifest.peerDependencies }
}
