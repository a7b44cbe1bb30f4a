import { readdir, readFile } from 'node:fs/promises'
import type { KernelProgram } from '../kernel-program.ts'
import { RELAY_COMMAND, relaySource } from '../relay/relay-program.ts'

const HERE = new URL('./', import.meta.url)

/** Where a JDK is installed (the package default-jdk-headless). What it holds cannot be kept, or copied. */
export const javaKernel: KernelProgram = {
  language: 'java',
  command: RELAY_COMMAND,
  async source() {
    const names = (await readdir(HERE)).filter((name) => name.endsWith('.java')).sort()
    const parts = await Promise.all(names.map((name) => readFile(new URL(name, HERE), 'utf8')))
    return relaySource(HERE, { name: 'serve_java', texts: [parts.join('\n')] })
  },
}
