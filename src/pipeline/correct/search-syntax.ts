import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { SyntaxChecker, SyntaxProblem } from '../../language/syntax/syntax.ts'
import type { ReadingBudget } from '../reading/reading-budget.ts'
import type { Candidate } from './candidate.ts'
import type { Fault } from './strategy.ts'

export type CheckSyntax = (language: string, sources: readonly string[]) => ReturnType<SyntaxChecker['check']>

export interface SyntaxSearch {
  check: CheckSyntax
  propose(fault: Fault): Candidate[]
  /** Whether a candidate may be taken; asked for the likeliest first, and only while there is room. */
  mayBe(candidate: Candidate): boolean
  budget: ReadingBudget
}

/** Most syntax errors that are repaired together. */
const MOST_ROUNDS = 4
const BEAM = 8
const PER_ROUND = 60
/** Characters of programs that are parsed in one round. */
const MOST_LOOKED_AT = 6_000_000
/** A change after which the parser stops at the same place or before is rarely a step forward. */
const NO_PROGRESS = 0.2

interface Node {
  fault: Fault
  candidate: Candidate
  problem: SyntaxProblem | undefined
}

/**
 * Programs that parse, found from one that does not. A parser reports only the first error, so a candidate that gets it
 * further is repaired again; the fewest changes that make it parse win.
 */
export async function searchSyntax(fault: Fault, search: SyntaxSearch): Promise<Found> {
  const [first = null] = await search.check(fault.language, [fault.code])
  if (first === null) {
    return { parsed: chosen(search.propose(fault), search, (each) => each), unparsed: [], wasBroken: false }
  }
  const problem = first[0]
  const wasBroken = problem !== undefined
  const start: Candidate = { code: fault.code, steps: [], score: 1 }
  // The interpreter and our parser may report different errors at the same place: both reports are used.
  let beam: Node[] = [{ fault, candidate: start, problem }]
  if (problem) beam.push({ fault: toldBy(problem, fault, fault.code), candidate: start, problem })
  const unparsed: Candidate[] = []
  for (let round = 1; round <= MOST_ROUNDS && beam.length > 0 && !search.budget.isSpent(); round++) {
    const proposed = unique(beam.flatMap((node) => stepsFrom(node, search)))
    const told = await lookAt(
      chosen(proposed, search, ({ candidate }) => candidate),
      fault.language,
      search,
    )
    const parsed = told.filter(({ problem: next }) => !next).map(({ node }) => node.candidate)
    if (round === 1) unparsed.push(...told.filter(({ problem: next }) => next).map(({ node }) => node.candidate))
    if (parsed.length > 0) return { parsed, unparsed, wasBroken }
    beam = told
      .flatMap(({ node, problem: next }) => onward(node, next))
      .sort((a, b) => b.candidate.score - a.candidate.score)
      .slice(0, BEAM)
  }
  return { parsed: [], unparsed, wasBroken }
}

export interface Found {
  parsed: Candidate[]
  unparsed: Candidate[]
  /** The program did not parse before. */
  wasBroken: boolean
}

/** The likeliest items, as many as there is room and time for. */
function chosen<Item>(items: Item[], { mayBe, budget }: SyntaxSearch, candidateOf: (item: Item) => Candidate): Item[] {
  const found: Item[] = []
  let left = MOST_LOOKED_AT
  for (const item of items.sort((a, b) => candidateOf(b).score - candidateOf(a).score)) {
    const candidate = candidateOf(item)
    if (left <= 0 || found.length >= PER_ROUND || budget.isSpent()) break
    left -= candidate.code.length
    if (mayBe(candidate)) found.push(item)
  }
  return found
}

interface LookedAt {
  node: Node
  problem: SyntaxProblem | undefined
}

/** Candidates beyond the time budget count as not proposed. */
async function lookAt(nodes: Node[], language: string, { check, budget }: SyntaxSearch): Promise<LookedAt[]> {
  const told: LookedAt[] = []
  for (const node of nodes) {
    if (budget.isSpent()) break
    const [problems] = await check(language, [node.candidate.code])
    told.push({ node, problem: problems?.[0] })
  }
  return told
}

function stepsFrom({ fault, candidate, problem }: Node, { propose }: SyntaxSearch): Node[] {
  return propose(fault).map((next) => ({
    fault,
    problem,
    candidate: { code: next.code, steps: [...candidate.steps, ...next.steps], score: candidate.score * next.score },
  }))
}

function onward({ fault, candidate, problem: before }: Node, problem: SyntaxProblem | undefined): Node[] {
  if (!problem) return []
  const isFurther = before === undefined || problem.offset > before.offset
  const weighed = { ...candidate, score: candidate.score * (isFurther ? 1 : NO_PROGRESS) }
  return [{ fault: toldBy(problem, fault, candidate.code), candidate: weighed, problem }]
}

/** The fault as the parser reports it. */
function toldBy({ message, line, column }: SyntaxProblem, { language, diagnosis }: Fault, code: string): Fault {
  const { endColumn: _, expression: __, hint: ___, ...known } = diagnosis
  const seen: Diagnosis = { ...known, type: 'SyntaxError', message, line, column, category: 'syntax' }
  return { code, language, diagnosis: seen, facts: {} }
}

function unique(nodes: Node[]): Node[] {
  const best = new Map<string, Node>()
  for (const node of nodes) {
    const known = best.get(node.candidate.code)
    if (!known || known.candidate.score < node.candidate.score) best.set(node.candidate.code, node)
  }
  return [...best.values()]
}
