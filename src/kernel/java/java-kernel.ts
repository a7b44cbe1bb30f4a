import { readdir, readFile } from 'node:fs/promises'
import type { KernelProgram } from '../kernel-program.ts'
import { RELAY_COMMAND, relaySource } from '../relay/relay-program.ts'

const HERE = new URL('./', import.meta.url)

/** Java, where a JDK is installed (the package default-jdk-headless). Its state can be neither saved nor copied. */
export const javaKernel: KernelProgram = {
  language: 'java',
  command: RELAY_COMMAND,
  async source() {
    const names = (await readdir(HERE)).filter((name) => name.endsWith('.java')).sort()
    const parts = await Promise.all(names.map((name) => readFile(new URL(name, HERE), 'utf8')))
    return relaySource(HERE, { name: 'serve_java', texts: [parts.join('\n')] })
  },
}
