import { readFile } from 'node:fs/promises'
import type { KernelProgram } from '../kernel-program.ts'
import { RELAY_COMMAND, relaySource } from '../relay/relay-program.ts'

const HERE = new URL('./', import.meta.url)

export const bashKernel: KernelProgram = {
  language: 'bash',
  aliases: ['sh', 'shell'],
  command: RELAY_COMMAND,
  async source() {
    const setup = await readFile(new URL('setup.sh', HERE), 'utf8')
    return relaySource(HERE, { name: 'serve_bash', texts: [setup] })
  },
}
