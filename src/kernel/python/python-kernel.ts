import { kernelLoader } from '../kernel-loader.ts'
import { kernelParts } from '../kernel-parts.ts'
import type { KernelProgram } from '../kernel-program.ts'
import { packKernel } from '../pack-kernel.ts'

const PARTS = new URL('./', import.meta.url)

const OPTIMIZE = 2
/**
 * Removes the start directory from the path, which is restored later: a `json.py` of the user must not be taken for the
 * kernel's own.
 */
const LOADER = kernelLoader({ first: "if sys.path[:1]==['']:del sys.path[0]", flags: `,optimize=${OPTIMIZE}` })

let joined: Promise<Buffer> | undefined

/** Uses only the standard library; numpy, pandas and matplotlib are touched only once the user has imported them. */
export const pythonKernel: KernelProgram = {
  language: 'python',
  aliases: ['python3', 'py'],
  keepsSeed: true,
  tellsAttributes: true,
  // The flags of Python programs: a sandbox forked from an interpreter with these flags needs no other.
  command: ['/usr/bin/python3', '-uB', '-c', LOADER],
  source() {
    joined ??= kernelParts(PARTS).then((source) => packKernel(source, OPTIMIZE))
    return joined
  },
}
