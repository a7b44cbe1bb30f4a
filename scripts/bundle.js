// Makes the JavaScript in dist/ from src/: a few files instead of a thousand, which start in a fraction of the time. `npm ci` calls it in
// a clone, `npm run build` before publishing. Packages under "dependencies" stay packages; all others become part of these files.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isBuilt, lastChange, stamp } from '../bin/built.js'

/** Packages whose types stand in ours, so that they are installed as well; at run time our own copy is used. */
const ALSO_BUNDLED = ['kysely', 'pino', 'zod']
/** Started by name, as threads or in processes of their own. */
const STARTED = ['cli/main', 'pipeline/reading/reading-worker']
/** Loaded by every run from the command line, one after the other. */
const BY_A_RUN = ['cli/local', 'cli/read-config', 'engine', 'sdk/sdk', 'server/app']
/** Laid into sandboxes or run before them, so each stays a file of its own. */
const SQL = 'src/language/sql'
const ROOT = '__DIST__/'
const MAIN = 'cli/main.js'
const THREAD = 'pipeline/reading/reading-worker.js'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

async function build(rolldown) {
  const change = lastChange()
  rmSync('dist', { recursive: true, force: true })
  const entries = Object.values(manifest.exports).flatMap(
    (entry) => entry.default?.slice('./dist/'.length, -'.js'.length) ?? [],
  )
  const bundle = await rolldown({
    input: Object.fromEntries([...entries, ...STARTED].map((name) => [name, `src/${name}.ts`])),
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: isExternal,
    plugins: [ownPlaces, fixedRules(await rulesVersion()), withoutSender],
    // Pieces of pg and others that are optional for them as well.
    onLog: (level, log, handle) => log.code !== 'UNRESOLVED_IMPORT' && handle(level, log),
  })
  const shape = { dir: 'dist', format: 'esm', sourcemap: false, chunkFileNames: 'chunk/[name]-[hash].js' }
  const files = (await bundle.generate(shape)).output
  const ofRun = modulesOfRun(files, entries)
  const groups = [{ name: 'run', test: (id) => ofRun.has(id) }]
  const { output } = await bundle.write({ ...shape, codeSplitting: { includeDependenciesRecursively: false, groups } })
  const insideFiles = await rolldown({
    input: [
      ...readdirSync(`${SQL}/inside`)
        .filter((name) => /^main-/.test(name))
        .map((name) => `${SQL}/inside/${name}`),
      `${SQL}/make-cluster.ts`,
    ],
    platform: 'node',
    external: isExternal,
  })
  await insideFiles.write({ dir: 'dist', format: 'esm', preserveModules: true, preserveModulesRoot: 'src' })
  // Programs that run inside of sandboxes are sent there as they stand.
  cpSync('src', 'dist', { recursive: true, filter: (path) => !path.endsWith('.ts') })
  writeFileSync('dist/THIRD-PARTY-LICENSES', licensesOf(output.flatMap((file) => Object.keys(file.modules ?? {}))))
  stamp(change)
}

/**
 * Each file takes Node a while to find and read: all that a run loads, and nothing else does, goes into one. A thread that reads programs
 * would hold all of it for one module: so it counts with whatever it ever loads.
 */
function modulesOfRun(files, entries) {
  const named = new Map(files.map((file) => [file.fileName, file]))
  const holds = (name) =>
    files.find(({ modules }) => modules && Object.keys(modules).some((id) => id.endsWith(`/src/${name}.ts`)))
  const loadedBy = (names, kinds) => {
    const found = new Set(names)
    for (const name of found)
      for (const kind of kinds) for (const imported of named.get(name)?.[kind] ?? []) found.add(imported)
    return found
  }
  const ofEntries = loadedBy(
    entries.map((name) => `${name}.js`),
    ['imports'],
  )
  const ofThread = loadedBy([THREAD], ['imports', 'dynamicImports'])
  const loaded = loadedBy([MAIN, ...BY_A_RUN.map((name) => holds(name)?.fileName)], ['imports'])
  const own = [...loaded].filter((name) => name !== MAIN && !ofEntries.has(name) && !ofThread.has(name))
  return new Set(own.flatMap((name) => Object.keys(named.get(name)?.modules ?? {})))
}

function isExternal(id) {
  if (id.startsWith('.') || id.startsWith('/')) return false
  const kept = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  return kept.some((name) => !ALSO_BUNDLED.includes(name) && (id === name || id.startsWith(`${name}/`)))
}

/** Modules name files beside them by `import.meta`: it goes on meaning their own place, whatever file they end up in. */
const ownPlaces = {
  name: 'own-places',
  transform(code, id) {
    const path = relative('src', id)
    if (path.startsWith('..') || !code.includes('import.meta.')) return
    const place = `new URL("${ROOT}${path.replace(/\.ts$/, '.js')}", import.meta.url)`
    return code
      .replaceAll('import.meta.url', `${place}.href`)
      .replaceAll('import.meta.filename', `${place}.pathname`)
      .replaceAll('import.meta.dirname', `new URL(".", ${place}).pathname.slice(0, -1)`)
  },
  renderChunk: (code, { fileName }) =>
    code.replaceAll(
      ROOT,
      fileName
        .split('/')
        .slice(1)
        .map(() => '../')
        .join('') || './',
    ),
}

/** The rules are no files of their own in dist/, so their version is written down while they are. */
const fixedRules = (version) => ({
  name: 'fixed-rules',
  load: (id) => (id.endsWith('/rules-version.ts') ? `export const rulesVersion = async () => '${version}'` : undefined),
})

async function rulesVersion() {
  return (await import('../src/pipeline/reading/rules-version.ts')).rulesVersion()
}

/** Metrics are read from us and never sent, and the part that would send them loads all of Node's HTTPS. */
const withoutSender = {
  name: 'without-sender',
  load: (id) => (id.endsWith('/prom-client/lib/pushgateway.js') ? 'module.exports = undefined' : undefined),
}

/** The notices that the licences of bundled packages ask for. */
function licensesOf(modules) {
  const directories = new Set(modules.map((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0]).filter(Boolean))
  return [...directories].sort().map(noticeOf).join('\n')
}

function noticeOf(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(directory, file), 'utf8').trim() : ''}\n\n---\n`
}

/** Without development packages, or a Node that reads TypeScript, a clone runs its sources. */
const rolldown = await import('rolldown').catch(() => undefined)
if (rolldown && process.features.typescript && !isBuilt()) await build(rolldown.rolldown)
