import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const PARTS = new URL('./python/', import.meta.url)
const COMPILE =
  'import sys,marshal;sys.stdout.buffer.write(marshal.dumps(compile(sys.stdin.buffer.read(),"agent","exec",dont_inherit=True,optimize=2)))'

/** The parts of the agent as one program. */
export const agentSource = (): Promise<string> => joinParts(PARTS)

/** In the order of their names. */
export async function joinParts(directory: URL): Promise<string> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.py')).sort()
  return (await Promise.all(names.map((name) => readFile(new URL(name, directory), 'utf8')))).join('\n')
}

/** Compiled once by the very interpreter that will run it: compiling in each box would double its start. */
export async function agentCode(python: string, source?: string): Promise<Buffer> {
  const compiling = promisify(execFile)(python, ['-I', '-S', '-c', COMPILE], {
    encoding: 'buffer',
    env: {},
    maxBuffer: 10_000_000,
  })
  // As an argument it could be too long. One that ends early is told by how it ends.
  compiling.child.stdin?.on('error', () => {}).end(source ?? (await agentSource()))
  return (await compiling).stdout
}

/** Read by the interpreter from its command line: takes the agent from the wire, length first, and becomes it. */
export function agentLoader(wire: { input: number; output: number }, form: 'code' | 'source'): string {
  const made = form === 'code' ? 'marshal.loads(b)' : 'b'
  return [
    'import marshal,os',
    `n=int.from_bytes(os.read(${wire.input},4),"big");b=b""`,
    `while len(b)<n:b+=os.read(${wire.input},n-len(b))`,
    `LOADER_WIRE=${wire.input},${wire.output};g={"__name__":"agent"}`,
    `exec(${made},g);g["main"](*LOADER_WIRE)`,
  ].join('\n')
}

/** What the loader reads first. */
export function withLength(code: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(code.length)
  return Buffer.concat([length, code])
}
