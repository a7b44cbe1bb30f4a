// Builds the console into console/dist/ where it is older than its sources; takes seconds. `npm ci` and `npm start` call it.
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const STAMP = `${root}console/dist/built-from`
/** Everything that the console is made of. */
const SOURCES = [
  ...['console/src', 'console/index.html', 'console/vite.config.ts', 'console/package.json'],
  ...['src/contract', 'src/sdk', 'src/react', 'package-lock.json'],
]

/** The kernel writes this time (ctime), so a file that is copied here with an old date counts as new. */
function changeOf(path) {
  if (!existsSync(path)) return 0
  const { ctimeMs } = lstatSync(path)
  if (!lstatSync(path).isDirectory()) return ctimeMs
  const names = readdirSync(path).filter((name) => !/\.(test|fixture)\.tsx?$/.test(name))
  return Math.max(ctimeMs, ...names.map((name) => changeOf(`${path}/${name}`)))
}

const change = String(Math.max(...SOURCES.map((path) => changeOf(root + path))))
const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === change
// An installed package has it built; a clone without development packages has none.
const vite = isBuilt ? undefined : await import('vite').catch(() => undefined)
if (vite) {
  await vite.build({ configFile: `${root}console/vite.config.ts` })
  writeFileSync(STAMP, change)
}
