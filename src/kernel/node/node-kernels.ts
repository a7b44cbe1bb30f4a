import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { KernelProgram } from '../kernel-program.ts'
import { RELAY_COMMAND, relaySource } from '../relay/relay-program.ts'

const HERE = new URL('./', import.meta.url)
const require = createRequire(import.meta.url)
const LOADER = 'loader.cjs'

export const javascriptKernel: KernelProgram = nodeKernel('javascript', ['js', 'node'])
export const typescriptKernel: KernelProgram = nodeKernel('typescript', ['ts'])

function nodeKernel(language: string, aliases: string[]): KernelProgram {
  return {
    language,
    aliases,
    tellsAttributes: true,
    command: RELAY_COMMAND,
    source: () => nodeSource(language),
    // V8 reserves 512 MB of addresses for machine code; Node 24 does not start with less than 600.
    reservedMb: 600,
  }
}

async function nodeSource(language: string): Promise<Buffer> {
  const names = (await readdir(HERE)).filter((name) => name.endsWith('.cjs'))
  const read = async (name: string) => readFile(new URL(name, HERE), 'utf8')
  const modules = await Promise.all(names.map(async (name) => [`./${name}`, await read(name)]))
  const parser = await readFile(require.resolve('@babel/parser'), 'utf8')
  const program = { modules: { ...Object.fromEntries(modules), './babel.cjs': parser }, settings: { language } }
  const texts = [await read(LOADER), JSON.stringify(program)]
  return relaySource(HERE, { name: 'serve_node', texts })
}
