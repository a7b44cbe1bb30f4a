import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { CorpusProgram } from './programs.ts'
import { type Runner, usualInput } from './runner.ts'

const FOLDER = new URL('./.cache/', import.meta.url)
const FILE = new URL('proofs.json', FOLDER)

export interface Proofs {
  /** Whether the code, in place of the program, exits by itself and not with 0. */
  fails(program: CorpusProgram, code: string): Promise<boolean>
  save(): Promise<void>
}

/** What was seen in the jail, by the hash of what ran: it takes a while, and stays true as long as the code is the same. */
export async function openProofs(runner: Runner): Promise<Proofs> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}')
  const known = new Map<string, boolean>(Object.entries(JSON.parse(text)))
  return {
    async fails(program, code) {
      const given = usualInput(program)
      const key = hashOf([program.language, code, given])
      const seen = known.get(key)
      if (seen !== undefined) return seen
      const { blocks } = await runner.runOnce({ language: program.language, code, ...given })
      const last = blocks[0]?.attempts.at(-1)
      const isFailure = last?.endedBy === 'exit' && last.exitCode !== 0
      known.set(key, isFailure)
      return isFailure
    },
    async save() {
      await mkdir(FOLDER, { recursive: true })
      await writeFile(FILE, JSON.stringify(Object.fromEntries(known)))
    },
  }
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
