import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PARTS = new URL('./python/', import.meta.url)
const COMPILE =
  'import sys,marshal;sys.stdout.buffer.write(marshal.dumps(compile(sys.stdin.buffer.read(),"agent","exec",dont_inherit=True,optimize=2)))'

/** Joins the parts of the agent into one program. */
export const agentSource = (): string => joinParts(PARTS)

/** Joins the Python files of a directory in the order of their names. */
export function joinParts(directory: URL): string {
  const names = readdirSync(directory).filter((name) => name.endsWith('.py'))
  return names
    .sort()
    .map((name) => readFileSync(new URL(name, directory), 'utf8'))
    .join('\n')
}

/** The compiled agent, kept in a directory that nobody else can write to; it is compiled again for another source or interpreter. */
export async function keptAgentCode(python: string, cache: string): Promise<Buffer> {
  const source = agentSource()
  const { size, mtimeMs, ino } = await stat(python)
  const recipe = createHash('sha256').update(JSON.stringify([source, COMPILE, python, size, mtimeMs, ino]))
  const file = join(cache, `agent-${recipe.digest('hex').slice(0, 32)}`)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) return kept
  const code = await agentCode(python, source)
  // Another process may do the same: a name never stands for a part of the code. Without room it is compiled each time.
  await writeFile(`${file}.${process.pid}`, code, { mode: 0o600 })
    .then(() => rename(`${file}.${process.pid}`, file))
    .catch(() => {})
  return code
}

const compiled = new Map<string, Promise<Buffer>>()

/**
 * Compiles the agent once, by the very interpreter that will run it: compiling in each sandbox would double its start. Engines of one
 * process share the code; a failure is tried again.
 */
export async function agentCode(python: string, source = agentSource()): Promise<Buffer> {
  const key = `${python}\0${source}`
  const code = compiled.get(key) ?? compile(python, source)
  compiled.set(key, code)
  code.catch(() => compiled.delete(key))
  return code
}

async function compile(python: string, source: string): Promise<Buffer> {
  const compiling = promisify(execFile)(python, ['-I', '-S', '-c', COMPILE], {
    encoding: 'buffer',
    env: {},
    maxBuffer: 10_000_000,
  })
  // The source could be too long for an argument. An interpreter that ends early reports it by its exit.
  compiling.child.stdin?.on('error', () => {}).end(source)
  return (await compiling).stdout
}

/**
 * Defines, for a loader in Python, how bytes are taken from a descriptor. A server that died while sending its program sends
 * nothing more: the loader must not ask for ever.
 */
export const takeFrom = (descriptor: number): string => `
def take(n):
 b=bytearray()
 while len(b)<n:
  c=os.read(${descriptor},n-len(b))
  if not c:os._exit(1)
  b+=c
 return bytes(b)`

/** Program on the interpreter's command line: takes the agent from the wire, length first, and becomes it. */
export function agentLoader(wire: { input: number; output: number }, form: 'code' | 'source'): string {
  const taken = 'take(int.from_bytes(take(4),"big"))'
  return [
    `import marshal,os${takeFrom(wire.input)}`,
    `LOADER_WIRE=${wire.input},${wire.output};g={"__name__":"agent"}`,
    `exec(${form === 'code' ? `marshal.loads(${taken})` : taken},g);g["main"](*LOADER_WIRE)`,
  ].join('\n')
}

/** Puts the length, which the loader reads first, before the code. */
export function withLength(code: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(code.length)
  return Buffer.concat([length, code])
}
