import { readdir, readFile } from 'node:fs/promises'
import { kernelLoader } from '../kernel-loader.ts'
import { packKernel } from '../pack-kernel.ts'

const HERE = new URL('./', import.meta.url)

/** Isolated: no file of the workspace or variable of the environment may replace Python's own modules. */
export const RELAY_COMMAND = ['python3', '-I', '-S', '-B', '-c', kernelLoader()]

/** The relay, the parts of one language in the order of their names, and the call that starts them. */
export async function relaySource(folder: URL, call: { name: string; texts: string[] }): Promise<Buffer> {
  const files = [...(await partsIn(HERE)), ...(await partsIn(folder))]
  const parts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  // A JSON text is a Python text too.
  const start = `${call.name}(${call.texts.map((text) => JSON.stringify(text)).join(', ')})\n`
  return packKernel([...parts, start].join('\n'))
}

async function partsIn(folder: URL): Promise<URL[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py')).sort()
  return names.map((name) => new URL(name, folder))
}
