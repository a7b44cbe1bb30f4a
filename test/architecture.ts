import { dirname, join, normalize } from 'node:path'

/** A source file: its path below src, and its text. */
export interface SourceFile {
  path: string
  text: string
}

/** The parts that the engine is made of. */
const PARTS = [
  'contract',
  'config',
  'store',
  'sandbox',
  'language',
  'model',
  'kernel',
  'access',
  'observe',
  'memory',
  'pipeline',
  'run',
  'session',
  'machine',
  'action',
  'browser',
  'approval',
  'graph',
  'plan',
  'task',
  'chat',
  'capability',
  'adapter',
  'home',
]

/** Allowed imports of each folder, beside itself. `engine.ts` is where all parts meet. */
export const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  config: ['contract'],
  store: ['contract'],
  sandbox: ['contract'],
  language: ['contract'],
  model: ['contract'],
  kernel: ['contract', 'sandbox'],
  access: ['contract', 'config', 'store'],
  observe: ['contract', 'config', 'store', 'sandbox'],
  memory: ['contract', 'config', 'store'],
  pipeline: ['contract', 'config', 'language', 'sandbox', 'model'],
  run: ['contract', 'config', 'store', 'sandbox', 'access', 'pipeline'],
  session: ['contract', 'config', 'store', 'sandbox', 'language', 'kernel', 'pipeline'],
  machine: ['contract', 'config', 'store', 'sandbox', 'kernel'],
  approval: ['contract', 'config', 'store', 'access'],
  action: ['contract', 'config', 'store', 'access', 'sandbox'],
  browser: ['contract', 'config', 'store', 'sandbox', 'action'],
  graph: ['contract', 'config', 'store', 'access'],
  plan: ['contract', 'config', 'store', 'access', 'model'],
  task: ['contract', 'config', 'store', 'access', 'model'],
  chat: ['contract', 'config', 'store', 'access', 'model'],
  capability: [
    'contract',
    'config',
    'store',
    'access',
    'memory',
    'action',
    'browser',
    'approval',
    'graph',
    'plan',
    'task',
    'chat',
  ],
  adapter: ['contract', 'config', 'store', 'sandbox', 'language', 'model', 'pipeline', 'session'],
  home: ['contract', 'config', 'store', 'sandbox', 'adapter'],
  engine: PARTS,
  'engine.ts': [...PARTS, 'engine'],
  'anneal.ts': ['node-floor.ts', 'access', 'config', 'contract', 'observe', 'engine.ts'],
  'node-floor.ts': [],
  server: ['contract', 'engine.ts', 'mcp'],
  sdk: ['contract'],
  react: ['contract'],
  mcp: ['contract', 'sdk', 'tool'],
  tool: ['contract', 'sdk'],
  bench: ['contract', 'language', 'sandbox', 'kernel', 'engine.ts', 'sdk'],
  cli: ['contract', 'sdk'],
  'cli/read-config.ts': ['contract', 'config'],
  'cli/shell/input-state.ts': ['contract', 'sdk', 'language'],
  'cli/shell/shell-languages.ts': ['contract', 'sdk', 'language'],
  'cli/local.ts': ['contract', 'engine.ts', 'server'],
  'cli/command/backup.ts': ['contract', 'engine.ts'],
  'cli/command/bench.ts': ['contract', 'engine.ts', 'bench'],
  'cli/command/certs.ts': ['contract', 'server'],
  'cli/command/mcp.ts': ['contract', 'mcp'],
  'cli/command/serve.ts': ['contract', 'engine.ts', 'server'],
  'testing.ts': ['contract', 'store', 'sandbox', 'language', 'kernel'],
}

/** May name an adapter: the folder that chooses it, and the file that builds the same walls without it to compare. */
const MAY_NAME_ADAPTERS = ['adapter/', 'bench/same-walls.ts']

/** Only `adapter` chooses which of these is used. */
export const ADAPTERS = [
  'sandbox/jail/',
  'sandbox/container/',
  'sandbox/gvisor/',
  'sandbox/e2b/',
  'store/database/sqlite.ts',
  'store/database/postgres.ts',
  'store/blob/file-blobs.ts',
  'store/blob/s3-blobs.ts',
  'model/ai-sdk/',
]

/** The environment enters through the commands; the checks plant a canary in it. */
export const MAY_READ_ENVIRONMENT = ['cli/', 'sandbox/checks/']

const BANNED_NAMES = /(^|[-/])(utils?|helpers?|common|types|manager|service|handler|base)\.ts$/
const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g
export const MOST_LINES = 300

/** Every break of the rules, one sentence each. */
export function findViolations(files: SourceFile[]): string[] {
  const sources = files.filter(({ path }) => !/\.(test|fixture)\.ts$/.test(path))
  return [
    ...files.flatMap(sizeAndName),
    ...files.flatMap(oldWords),
    ...sources.flatMap(forbiddenImports),
    ...sources.flatMap(environment),
    ...sources.flatMap(unwrittenInterfaces),
    ...cycles(sources),
  ]
}

/** The console is a client like every other: it may use the contract, the client and React, and keeps nothing in the browser. */
export function consoleViolations(files: SourceFile[]): string[] {
  const outside = /^(?:\.\.\/)+src\/(?!react\/indicator\.css$)/
  return [
    ...files.flatMap(sizeAndName),
    ...files.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)]
        .filter(([, target = '']) => outside.test(target) || target.startsWith('node:'))
        .map(([, target]) => `${path} may not import ${target}`),
    ),
    ...files
      .filter(({ text }) =>
        /localStorage|sessionStorage|indexedDB|dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML/.test(text),
      )
      .map(({ path }) => `${path} keeps something in the browser or writes markup`),
  ]
}

function sizeAndName({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1
  const tooLong = lines > MOST_LINES ? [`${path} has ${lines} lines; split it by concept (${MOST_LINES} at most)`] : []
  return BANNED_NAMES.test(path) ? [...tooLong, `${path} is named after no concept`] : tooLong
}

/** A sandbox is called by one word in names and comments. Text in quotes may be a setting or a label that others have stored. */
function oldWords({ path, text }: SourceFile): string[] {
  const said = /(?<![a-z])box(?!ed)|(?<!Sand|arm|anneal)Box|(?<!SAND)BOX/
  const isSaid = text.split('\n').some((line) => said.test(line) && said.test(line.replace(QUOTED, '')))
  return isSaid || said.test(path) ? [`${path} says "box"; the word is sandbox`] : []
}

function forbiddenImports(file: SourceFile): string[] {
  const own = MAY_IMPORT[file.path] ? file.path : folderOf(file.path)
  const allowed = MAY_IMPORT[own]
  if (!allowed) return [`${file.path} stands in a folder the import table does not know`]
  return importsOf(file).flatMap((target) => {
    const folder = folderOf(target)
    const inside = folder === folderOf(file.path)
    if (!inside && !allowed.includes(folder)) return [`${file.path} may not import ${target}`]
    const adapter = ADAPTERS.find((path) => target.startsWith(path))
    if (adapter && !MAY_NAME_ADAPTERS.some((path) => file.path.startsWith(path)) && !sharesFolder(file.path, adapter)) {
      return [`${file.path} names the adapter ${target}; only src/adapter may`]
    }
    return isOtherStage(file.path, target) ? [`${file.path} imports another stage, ${target}; only loop.ts may`] : []
  })
}

/** Parts of an adapter may use each other, but a folder's other files may not pick one of its adapters. */
const sharesFolder = (path: string, adapter: string): boolean => adapter.endsWith('/') && path.startsWith(adapter)

function isOtherStage(path: string, target: string): boolean {
  const stageOf = (name: string) => /^pipeline\/(?!reading\/)(\w+)\//.exec(name)?.[1]
  const [from, to] = [stageOf(path), stageOf(target)]
  return from !== undefined && to !== undefined && from !== to
}

function environment({ path, text }: SourceFile): string[] {
  if (!text.includes('process.env') || MAY_READ_ENVIRONMENT.some((allowed) => path.startsWith(allowed))) return []
  return [`${path} reads process.env; take the value as an argument`]
}

/** The interface of a part must be written down, not inferred from its code. */
function unwrittenInterfaces({ path, text }: SourceFile): string[] {
  if (!/^engine\/|-(part|api)\.ts$/.test(path) || !/ReturnType<\s*typeof\b/.test(text)) return []
  return [`${path} takes a type from a function; write the interface down`]
}

function cycles(files: SourceFile[]): string[] {
  const graph = new Map(files.map((file) => [file.path, importsOf(file)]))
  const done = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) found.push(`import cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
    if (done.has(path) || trail.includes(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return found
}

/** Relative imports, static and dynamic, as paths below src. */
function importsOf({ path, text }: SourceFile): string[] {
  const found = text.matchAll(/(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
  return [...found].map(([, target]) => normalize(join(dirname(path), target ?? '')))
}

const folderOf = (path: string): string => path.split('/')[0] ?? ''
