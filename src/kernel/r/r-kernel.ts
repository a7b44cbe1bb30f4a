import { readdir, readFile } from 'node:fs/promises'
import type { KernelProgram } from '../kernel-program.ts'
import { RELAY_COMMAND, relaySource } from '../relay/relay-program.ts'

const HERE = new URL('./', import.meta.url)

/** R, where it is installed (the package r-base-core). */
export const rKernel: KernelProgram = {
  language: 'r',
  keepsSeed: true,
  command: RELAY_COMMAND,
  async source() {
    const names = (await readdir(HERE)).filter((name) => name.endsWith('.R')).sort()
    const parts = await Promise.all(names.map((name) => readFile(new URL(name, HERE), 'utf8')))
    return relaySource(HERE, { name: 'serve_r', texts: [parts.join('\n')] })
  },
}
