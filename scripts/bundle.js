// Makes the JavaScript in dist/ from src/: a few files instead of a thousand, which start in a fraction of the time. `npm ci` calls it in
// a clone, `npm run build` before publishing. Packages under "dependencies" stay packages; all others become part of these files.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isBuilt, lastChange, stamp } from '../bin/built.js'

/** Packages whose types stand in ours, so that they are installed as well; at run time our own copy is used. */
const ALSO_BUNDLED = ['kysely', 'pino', 'zod']
/** Started by name, as threads. */
const STARTED = ['pipeline/reading/reading-worker']
/** Loaded by every run from the command line, one after the other. */
const BY_A_RUN = ['cli/local', 'cli/read-config', 'engine', 'sdk/sdk', 'server/app']
/** Laid into sandboxes or run before them, so each stays a file of its own. */
const SQL = 'src/language/sql'
const ROOT = '__DIST__/'
const MAIN = 'command/main.cjs'
/** Modules of Node that most commands never use. */
const RARE = [
  ...['diagnostics_channel', 'dns', 'dns/promises', 'http', 'http2', 'https', 'net', 'perf_hooks', 'readline'],
  ...['sqlite', 'tls', 'v8', 'worker_threads', 'zlib'],
]

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

async function build(rolldown) {
  const change = lastChange()
  rmSync('dist', { recursive: true, force: true })
  const common = {
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: isExternal,
    // Pieces of pg and others that are optional for them as well.
    onLog: (level, log, handle) => isTold(log) && handle(level, log),
  }
  const plugins = [ownPlaces, fixedRules(await rulesVersion()), withoutSender]
  const built = [
    ...(await writeLibrary(await rolldown({ ...common, input: libraryInput(), plugins }))),
    ...(await writeCommand(
      await rolldown({ ...common, input: { main: 'src/cli/main.ts' }, plugins: [rareModules, ...plugins, asciiOnly] }),
    )),
  ]
  await writeDatabases(rolldown)
  // Programs that run inside of sandboxes are sent there as they stand.
  cpSync('src', 'dist', { recursive: true, filter: (path) => !path.endsWith('.ts') })
  writeFileSync('dist/THIRD-PARTY-LICENSES', licensesOf(built.flatMap((file) => Object.keys(file.modules ?? {}))))
  stamp(change)
}

/** Of all programs of SQL, the start of Node is the largest part: each dialect is one script. */
async function writeDatabases(rolldown) {
  const of = { platform: 'node', external: isExternal }
  for (const name of readdirSync(`${SQL}/inside`).filter((file) => /^main-/.test(file))) {
    const file = `dist/language/sql/inside/${name.replace('.ts', '.cjs')}`
    await (await rolldown({ ...of, input: `${SQL}/inside/${name}` })).write({ file, format: 'cjs' })
  }
  const cluster = await rolldown({ ...of, input: `${SQL}/make-cluster.ts` })
  await cluster.write({ file: 'dist/language/sql/make-cluster.js', format: 'esm' })
}

const isTold = ({ code }) => code !== 'UNRESOLVED_IMPORT' && code !== 'INEFFECTIVE_DYNAMIC_IMPORT'

function libraryInput() {
  const entries = Object.values(manifest.exports).flatMap(
    (entry) => entry.default?.slice('./dist/'.length, -'.js'.length) ?? [],
  )
  return Object.fromEntries([...entries, ...STARTED].map((name) => [name, `src/${name}.ts`]))
}

async function writeLibrary(bundle) {
  const shape = { dir: 'dist', format: 'esm', sourcemap: false, chunkFileNames: 'chunk/[name]-[hash].js' }
  return (await bundle.write(shape)).output
}

/**
 * The command line is made apart from the library, as scripts: of these, V8's compiled code can be kept after they have run
 * (bin/kept-code.js). Each file takes Node a while to find and read, so all that a run loads goes into one.
 */
async function writeCommand(bundle) {
  const shape = {
    ...{ dir: 'dist', format: 'cjs', sourcemap: false, comments: false },
    ...{ entryFileNames: 'command/[name].cjs', chunkFileNames: 'command/[name]-[hash].cjs' },
  }
  const ofRun = modulesOfRun((await bundle.generate(shape)).output)
  const groups = [{ name: 'run', test: (id) => ofRun.has(id) }]
  const codeSplitting = { includeDependenciesRecursively: false, groups }
  return (await bundle.write({ ...shape, codeSplitting })).output
}

function modulesOfRun(files) {
  const named = new Map(files.map((file) => [file.fileName, file]))
  const holds = (name) =>
    files.find(({ modules }) => modules && Object.keys(modules).some((id) => id.endsWith(`/src/${name}.ts`)))
  const loaded = new Set([MAIN, ...BY_A_RUN.map((name) => holds(name)?.fileName)])
  for (const name of loaded) for (const imported of named.get(name)?.imports ?? []) loaded.add(imported)
  return new Set([...loaded].flatMap((name) => Object.keys(named.get(name)?.modules ?? {})))
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
    const meanings = {
      url: `${place}.href`,
      filename: `${place}.pathname`,
      dirname: `new URL(".", ${place}).pathname.slice(0, -1)`,
    }
    // From the last to the first, so that places before them stay; programs as text, which name their own place, are left alone.
    return placesOfMeta(this.parse(code, { lang: 'ts' }))
      .toSorted((one, other) => other.start - one.start)
      .reduce(
        (text, { start, end, name }) =>
          text.slice(0, start) + (meanings[name] ?? text.slice(start, end)) + text.slice(end),
        code,
      )
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

function placesOfMeta(node) {
  if (typeof node !== 'object' || node === null) return []
  if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty')
    return [{ start: node.start, end: node.end, name: node.property.name }]
  return Object.values(node).flatMap(placesOfMeta)
}

/**
 * Loads a module of Node when a name of it is used for the first time. An import would load it with the command, and that of
 * `node:http` would also load all of `fetch`.
 */
const rareModules = {
  name: 'rare-modules',
  resolveId: (id) => (RARE.includes(id.replace(/^node:/, '')) ? `\0rare:${id.replace(/^node:/, '')}` : undefined),
  load(id) {
    if (!id.startsWith('\0rare:')) return
    const ofNode = id.replace('\0rare:', 'node:')
    const module = `process.getBuiltinModule('${ofNode}')`
    const names = Object.keys(process.getBuiltinModule(ofNode)).filter((name) => name !== 'default')
    const getters = names.map((name) => `get ${name}() { return ${module}.${name} }`)
    return `module.exports = { __esModule: true, get default() { return ${module} }, ${getters.join(', ')} }`
  },
}

/** Node reads a file of ASCII in a fraction of the time, and it takes half the memory. */
const asciiOnly = {
  name: 'ascii-only',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
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
