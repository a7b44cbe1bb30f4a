import { type ControlEnding, controlEndings } from './control-endings.ts'
import type { CorpusLanguage } from './faults/source.ts'
import { type CorpusProgram, type ProgramTest, SEED } from './programs.ts'
import { randomOf } from './random.ts'
import { usualInput } from './runner.ts'

/** A program that a repair must leave alone. */
export interface Control {
  id: string
  language: CorpusLanguage
  code: string
  given: Pick<ProgramTest, 'input' | 'args'>
  outcome: 'ok' | 'failed'
  exitCode: number
}

/** Programs in each half that each intended ending is appended to. */
const PER_ENDING = 2

/** Controls: the programs themselves, which work, and those with an intended ending. */
export function controlsOf(programs: CorpusProgram[]): Control[] {
  const working = programs.map((program) => controlOf(program, { name: 'works', code: '', exitCode: 0 }))
  const ending = controlEndings.flatMap((end) => {
    const ofLanguage = programs.filter(({ language }) => end.languages.includes(language))
    const dealt = randomOf(`${SEED} ${end.name}`).shuffle(ofLanguage)
    const halves = [dealt.filter(({ half }) => half === 'tune'), dealt.filter(({ half }) => half === 'measure')]
    return halves.flatMap((half) => half.slice(0, PER_ENDING)).map((program) => controlOf(program, end))
  })
  return [...working, ...ending]
}

function controlOf(program: CorpusProgram, end: Omit<ControlEnding, 'languages'>): Control {
  const { language, name } = program
  return {
    id: `${language}/${name}/${end.name}`,
    language,
    code: program.code + end.code,
    given: usualInput(program),
    outcome: end.exitCode === 0 ? 'ok' : 'failed',
    exitCode: end.exitCode,
  }
}
