import { parse } from 'unbash'
import type { BashProgram, Invocation, Value } from './bash-program.ts'
import type { Frame, Reader } from './reader.ts'
import { createScope } from './scope.ts'
import { walkNode } from './walk-node.ts'
import { withoutEndlessBraces } from './without-endless-braces.ts'

const MOST_INVOCATIONS = 20_000
const DEEPEST = 5
/** Loops and functions are read again for values that stand in the program; the bound matters when they nest. */
const MOST_REPEATS = 30
/** Most characters of programs within programs, all together: variables may put the same text into many of them. */
const MOST_INNER = 300_000

/** Most characters of substitutions, all together: each level of one within another is parsed anew. */
const MOST_SUBSTITUTED = 1_000_000

/** Reads a right or broken program as far as possible, with the programs within it. */
export function readBash(given: string): { program: BashProgram; isPartial: boolean } {
  // No word of the shell contains this character, and here it divides words.
  const { source, isCut: isCalmed } = withoutEndlessBraces(given.replaceAll('\0', '\ufffd'))
  const program = emptyProgram(source)
  const tree = parse(source)
  const whole = placeIn(source, 0)
  let inner = 0
  let substituted = 0
  let repeats = 0
  let isCut = isCalmed
  const waiting: (() => void)[] = []
  const reader: Reader = {
    program,
    scope: createScope(),
    mayRepeat: () => ++repeats <= MOST_REPEATS,
    mayRead(characters) {
      substituted += characters
      isCut ||= substituted > MOST_SUBSTITUTED
      return substituted <= MOST_SUBSTITUTED
    },
    later: (work) => void waiting.push(work),
    readScript(script, frame) {
      const first = program.invocations.length
      // Code in backticks with escapes has offsets of its own.
      const place = script?.source === undefined ? frame.place : () => frame.place(script.pos, script.end)
      for (const statement of script?.commands ?? []) {
        if (program.invocations.length < MOST_INVOCATIONS) walkNode(statement, { ...frame, place })
        else isCut = true
      }
      return program.invocations.slice(first)
    },
    readNode: walkNode,
    readCode(code, frame) {
      inner += code.text.length
      if (frame.depth >= DEEPEST || inner > MOST_INNER) isCut = true
      else {
        const isDerived = frame.isDerived || code.isExpanded
        const place = placeOf(source, code)
        reader.readScript(parse(code.text), { ...frame, place, depth: frame.depth + 1, isDerived })
      }
    },
  }
  reader.readScript(tree, { ...TOP, reader, place: whole })
  for (let work = waiting.shift(); work; work = waiting.shift()) work()
  index(program)
  return { program, isPartial: isCut || (tree.errors ?? []).length > 0 }
}

const emptyProgram = (source: string): BashProgram => ({
  source,
  invocations: [],
  byName: new Map(),
  redirects: [],
  assignments: [],
  functions: [],
  loops: [],
})

const TOP: Omit<Frame, 'place' | 'reader'> = {
  depth: 0,
  through: [],
  isDerived: false,
  previous: undefined,
  input: undefined,
  isBackground: false,
  isPiped: false,
  loop: undefined,
  routine: undefined,
}

const placeIn = (source: string, offset: number) => (pos: number, end: number) => {
  const start = Math.min(Math.max(pos + offset, 0), source.length)
  return { start, end: Math.min(Math.max(end + offset, start), source.length) }
}

/** Text that stands in the program letter by letter has exact places; other text has the place of its word. */
function placeOf(source: string, { start, end, text }: Value): Frame['place'] {
  for (const quote of [0, 1]) {
    if (source.slice(start + quote, end - quote) === text) return placeIn(source, start + quote)
  }
  return () => ({ start, end })
}

function index({ invocations, byName }: BashProgram) {
  for (const invocation of invocations) {
    if (invocation.name === undefined || invocation.isOwn) continue
    const known: Invocation[] | undefined = byName.get(invocation.name)
    if (known) known.push(invocation)
    else byName.set(invocation.name, [invocation])
  }
}
