import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { SyntaxChecker, SyntaxProblem } from '../../language/syntax/syntax.ts'
import type { Candidate } from './candidate.ts'
import type { Fault } from './strategy.ts'

export type CheckSyntax = SyntaxChecker['check']

export interface SyntaxSearch {
  check: CheckSyntax
  propose(fault: Fault): Candidate[]
}

/** Faults of syntax that are repaired together, at most. */
const MOST_ROUNDS = 4
const BEAM = 8
const PER_ROUND = 60
/** A change after which the parser stops at the same place or before is rarely a step forward. */
const NO_PROGRESS = 0.2

interface Node {
  fault: Fault
  candidate: Candidate
  problem: SyntaxProblem | undefined
}

/**
 * Programs that parse, found from one that does not. A parser tells only the first fault, so whatever gets it further is
 * repaired again; the fewest changes that make it parse win.
 */
export async function searchSyntax(fault: Fault, search: SyntaxSearch): Promise<Found> {
  const [first = null] = await search.check(fault.language, [fault.code])
  if (first === null) return { parsed: search.propose(fault), unparsed: [], wasBroken: false }
  const problem = first[0]
  const wasBroken = problem !== undefined
  const start: Candidate = { code: fault.code, steps: [], score: 1 }
  // The interpreter and our parser may see different things in the same place: both are asked.
  let beam: Node[] = [{ fault, candidate: start, problem }]
  if (problem) beam.push({ fault: toldBy(problem, fault, fault.code), candidate: start, problem })
  const unparsed: Candidate[] = []
  for (let round = 1; round <= MOST_ROUNDS && beam.length > 0; round++) {
    const nodes = unique(beam.flatMap((node) => stepsFrom(node, search)))
      .sort((a, b) => b.candidate.score - a.candidate.score)
      .slice(0, PER_ROUND)
    const told = await search.check(
      fault.language,
      nodes.map(({ candidate }) => candidate.code),
    )
    const parsed = nodes.filter((_, index) => (told[index] ?? []).length === 0).map(({ candidate }) => candidate)
    if (round === 1) unparsed.push(...nodes.filter((_, i) => (told[i] ?? []).length > 0).map((node) => node.candidate))
    if (parsed.length > 0) return { parsed, unparsed, wasBroken }
    beam = nodes
      .flatMap((node, index) => onward(node, told[index]?.[0]))
      .sort((a, b) => b.candidate.score - a.candidate.score)
      .slice(0, BEAM)
  }
  return { parsed: [], unparsed, wasBroken }
}

export interface Found {
  parsed: Candidate[]
  unparsed: Candidate[]
  /** The program did not parse as it was. */
  wasBroken: boolean
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

/** The fault as a parser sees it. */
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
