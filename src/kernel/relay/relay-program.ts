import { kernelLoader } from '../kernel-loader.ts'
import { kernelParts } from '../kernel-parts.ts'
import { packKernel } from '../pack-kernel.ts'

const HERE = new URL('./', import.meta.url)

/** Isolated: no file of the workspace or variable of the environment may replace Python's own modules. */
export const RELAY_COMMAND = ['python3', '-I', '-S', '-B', '-c', kernelLoader()]

/** The relay, the parts of one language, and the call that starts them. */
export async function relaySource(folder: URL, call: { name: string; texts: string[] }): Promise<Buffer> {
  // A JSON text is a Python text too.
  const start = `${call.name}(${call.texts.map((text) => JSON.stringify(text)).join(', ')})\n`
  return packKernel(`${await kernelParts(HERE, folder)}\n${start}`)
}
