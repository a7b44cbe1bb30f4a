import { inLanes } from '../../src/pipeline/in-lanes.ts'
import { applyEdits, type Edit, type Fault, lineOf } from './faults/fault.ts'
import { sourceOf } from './faults/source.ts'
import { type CorpusProgram, type Half, SEED } from './programs.ts'
import { randomOf } from './random.ts'

/** A program that worked before one or two faults were made in it. */
export interface RepairCase {
  id: string
  program: CorpusProgram
  /** One class of fault, or two. */
  classes: string[]
  isMechanical: boolean
  edits: Edit[]
  code: string
  /** Line of the first fault. */
  line: number
}

export interface Generation {
  programs: CorpusProgram[]
  faults: readonly Fault[]
  /** Whether the broken program really fails. */
  fails(program: CorpusProgram, code: string): Promise<boolean>
  /** Most cases of each class in each half. */
  perClass: number
  /** Most cases with two faults in each half. */
  doubles: number
  atOnce: number
}

/** The most sites of one program that are tried for one class, and the most cases they may become. */
const TRIES = 6
const PER_PROGRAM = 2
/** A fault all over the program leaves no room for another one. */
const MOST_EDITS = 4

/** Generates cases, each proved to fail; the same seed gives the same ones. */
export async function generateCases(generation: Generation): Promise<RepairCase[]> {
  const { programs, faults, atOnce } = generation
  const halves: Half[] = ['tune', 'measure']
  const lots = halves.flatMap((half) =>
    faults.map((fault) => ({ fault, programs: programs.filter((program) => program.half === half) })),
  )
  const singles = await inLanes({ items: lots, lanes: atOnce, work: (lot) => casesOf(lot, generation) })
  const all = singles.flat()
  const doubles = await Promise.all(
    halves.map((half) =>
      doublesOf(
        all.filter(({ program }) => program.half === half),
        generation,
      ),
    ),
  )
  return [...all, ...doubles.flat()]
}

async function casesOf({ fault, programs }: Pick<Generation, 'programs'> & { fault: Fault }, generation: Generation) {
  const found: RepairCase[] = []
  for (const program of randomOf(`${SEED} ${fault.class}`).shuffle(programs)) {
    let ofProgram = 0
    for (const candidate of candidatesOf(program, fault)) {
      if (found.length === generation.perClass) return found
      if (ofProgram === PER_PROGRAM) break
      if (!(await generation.fails(program, candidate.code))) continue
      found.push(candidate)
      ofProgram++
    }
  }
  return found
}

/** The first few sites, in an order of the seed, where this fault can be made. */
export function candidatesOf(program: CorpusProgram, fault: Fault): RepairCase[] {
  const { language, name, code } = program
  const sites = fault.sites(sourceOf(code, language))
  const chosen = randomOf(`${SEED} ${language} ${name} ${fault.class}`).shuffle(sites).slice(0, TRIES)
  return chosen.map((edits, index) =>
    caseOf({
      id: `${language}/${name}/${fault.class}/${index + 1}`,
      program,
      classes: [fault.class],
      isMechanical: fault.isMechanical,
      edits,
    }),
  )
}

function caseOf(parts: Omit<RepairCase, 'code' | 'line'>): RepairCase {
  const { code } = parts.program
  return { ...parts, code: applyEdits(code, parts.edits), line: lineOf(code, parts.edits) }
}

/** Cases with two proven single faults of one program that lie apart. */
async function doublesOf(singles: RepairCase[], { doubles, fails }: Generation): Promise<RepairCase[]> {
  const found: RepairCase[] = []
  const random = randomOf(`${SEED} doubles`)
  const firsts = random.shuffle(singles.filter(({ isMechanical }) => isMechanical))
  for (const first of firsts) {
    if (found.length === doubles) break
    const second = random.pick(firsts.filter((other) => fitsBeside(first, other)))
    if (!second) continue
    const [a, b] = [first, second].map(({ id }) => id.split('/').slice(2).join('-'))
    const both = caseOf({
      id: `${first.program.language}/${first.program.name}/${a}+${b}`,
      program: first.program,
      classes: [...first.classes, ...second.classes],
      isMechanical: true,
      edits: [...first.edits, ...second.edits],
    })
    if (await fails(both.program, both.code)) found.push(both)
  }
  return found
}

function fitsBeside(first: RepairCase, other: RepairCase): boolean {
  if (other.program !== first.program || other.classes[0] === first.classes[0]) return false
  const lines = ({ edits, program }: RepairCase) => edits.map((edit) => lineOf(program.code, [edit]))
  const isApart = lines(first).every((line) => !lines(other).includes(line))
  return isApart && first.edits.length < MOST_EDITS && other.edits.length < MOST_EDITS
}
