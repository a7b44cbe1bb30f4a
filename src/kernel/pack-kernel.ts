import { execFile } from 'node:child_process'

const PYTHON = '/usr/bin/python3'
const COMPILE = `
import marshal,sys
from importlib.util import MAGIC_NUMBER
code=compile(sys.stdin.buffer.read(),'<kernel>','exec',dont_inherit=True,optimize=int(sys.argv[1]))
sys.stdout.buffer.write(MAGIC_NUMBER+marshal.dumps(code))`
const MOST_BYTES = 33_554_432
const AS_WRITTEN = -1

const packed = new Map<string, Promise<Buffer>>()

/**
 * Packs a kernel for its loader: the program as compiled by this host's Python, behind the magic number of that Python, and as
 * source. A sandbox with the same kind of Python need not compile it, which takes longer than all the rest of its start.
 */
export function packKernel(source: string, optimize = AS_WRITTEN): Promise<Buffer> {
  const known = packed.get(source) ?? pack(source, optimize)
  packed.set(source, known)
  return known
}

async function pack(source: string, optimize: number): Promise<Buffer> {
  return Buffer.concat([withLength(await compiled(source, optimize)), withLength(Buffer.from(source))])
}

/** The compiled program; empty where this host has no Python: sandboxes of another kind may have one. */
function compiled(source: string, optimize: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer' as const, env: {}, maxBuffer: MOST_BYTES }
    const child = execFile(PYTHON, ['-I', '-S', '-c', COMPILE, String(optimize)], options, (error, code) =>
      resolve(error ? Buffer.alloc(0) : code),
    )
    // The callback above handles a Python that could not be started, or ended early.
    child.stdin?.on('error', () => {})
    child.stdin?.end(source)
  })
}

function withLength(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
