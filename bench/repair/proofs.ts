import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { CorpusProgram } from './programs.ts'
import { failureOf, type Runner, usualInput } from './runner.ts'

const FOLDER = new URL('./.cache/', import.meta.url)
const FILE = new URL('proofs.json', FOLDER)

export interface Proofs {
  /** Whether the original program passes its tests. */
  works(program: CorpusProgram): Promise<boolean>
  /** Whether the code, in place of the program, exits by itself and not with 0. */
  fails(program: CorpusProgram, code: string): Promise<boolean>
  save(): Promise<void>
}

/** Results from the jail, by the hash of the program: each takes a while, and stays true as long as the code is the same. */
export async function openProofs(runner: Runner): Promise<Proofs> {
  const known = await readKnown()
  const proved = async (claim: unknown[], look: () => Promise<boolean>) => {
    const key = hashOf(claim)
    const seen = known.get(key) ?? (await look())
    known.set(key, seen)
    return seen
  }
  return {
    works: (program) =>
      proved(
        [program.language, program.code, program.tests],
        async () => (await failureOf({ runner, program, code: program.code })) === undefined,
      ),
    fails(program, code) {
      const { language } = program
      const given = usualInput(program)
      return proved([language, code, given], async () => {
        const { blocks } = await runner.runOnce({ language, code, ...given })
        const last = blocks[0]?.attempts.at(-1)
        return last?.endedBy === 'exit' && last.exitCode !== 0
      })
    },
    async save() {
      await mkdir(FOLDER, { recursive: true })
      // Another bench may have saved meanwhile.
      const all = new Map([...(await readKnown()), ...known])
      const draft = new URL(`proofs.${process.pid}.json`, FOLDER)
      await writeFile(draft, JSON.stringify(Object.fromEntries(all)))
      await rename(draft, FILE)
    },
  }
}

async function readKnown(): Promise<Map<string, boolean>> {
  const text = await readFile(FILE, 'utf8').catch(() => '{}')
  return new Map(Object.entries(JSON.parse(text)))
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
