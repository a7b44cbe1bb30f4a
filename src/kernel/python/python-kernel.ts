import { readdir, readFile } from 'node:fs/promises'
import { kernelLoader } from '../kernel-loader.ts'
import type { KernelProgram } from '../kernel-program.ts'
import { packKernel } from '../pack-kernel.ts'

const PARTS = new URL('./', import.meta.url)

const OPTIMIZE = 2
/** Without the directory it was started in: a `json.py` of the user must not be taken for the kernel's own; it is put back. */
const LOADER = kernelLoader({ first: "if sys.path[:1]==['']:del sys.path[0]", flags: `,optimize=${OPTIMIZE}` })

let joined: Promise<Buffer> | undefined

/** Nothing but the standard library; numpy, pandas and matplotlib are looked at only once the user has imported them. */
export const pythonKernel: KernelProgram = {
  language: 'python',
  aliases: ['python3', 'py'],
  keepsSeed: true,
  // As Python programs are run: a box that was forked from an interpreter with these flags needs no other.
  command: ['/usr/bin/python3', '-uB', '-c', LOADER],
  source() {
    joined ??= readParts()
    return joined
  },
}

/** The parts share one namespace; they are joined in the order of their names. */
async function readParts(): Promise<Buffer> {
  const names = (await readdir(PARTS)).filter((name) => name.endsWith('.py')).sort()
  const parts = await Promise.all(names.map((name) => readFile(new URL(name, PARTS), 'utf8')))
  return packKernel(parts.join('\n'), OPTIMIZE)
}
