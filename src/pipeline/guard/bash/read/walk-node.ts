import { forEachChild, type Script, type SyntaxNode } from 'unbash'
import type { Loop, Routine, Stage, Value } from './bash-program.ts'
import { expandWord } from './expand-word.ts'
import { expanderOf } from './expander-of.ts'
import { readCommand } from './read-command.ts'
import { readRedirects } from './read-redirects.ts'
import type { Frame, Reader } from './reader.ts'
import { unknownValue } from './scope.ts'

type Of<T extends SyntaxNode['type']> = Extract<SyntaxNode, { type: T }>

/** Records every command below a node of the tree, in the order of the program. */
export function walkNode(node: SyntaxNode, frame: Frame): void {
  const walk: ((node: never, frame: Frame) => void) | undefined = WALKERS[node.type]
  if (walk) walk(node as never, frame)
  else walkChildren(node, frame)
}

/** Walkers for nodes that mean more than their children. */
const WALKERS: { [T in SyntaxNode['type']]?: (node: Of<T>, frame: Frame) => void } = {
  Statement: walkStatement,
  AndOr: walkAndOr,
  Command: readCommand,
  Pipeline: walkPipeline,
  Function: walkFunction,
  While: (node, frame) => walkLoop({ node, over: [], isEndless: isAlways(node), frame }),
  ArithmeticFor: (node, frame) => walkLoop({ node, over: [], isEndless: node.test === undefined, frame }),
  For: walkFor,
  Select: walkFor,
  If: walkApart,
  Case: walkApart,
  Subshell: walkApart,
  Coproc: walkApart,
  Redirected: walkRedirected,
  Word: (node, frame) => void expandWord(node, expanderOf(frame)),
  CommandExpansion: walkSubstitution,
  ProcessSubstitution: walkSubstitution,
  ArithmeticCommandExpansion: walkSubstitution,
}

const walkChildren = (node: SyntaxNode, frame: Frame): void => forEachChild(node, (child) => walkNode(child, frame))

/** Walks code that may not run, or does not affect the rest of the program. */
function apart({ scope }: Reader, work: () => void) {
  scope.enter()
  work()
  scope.leave()
}

function walkApart(node: SyntaxNode, frame: Frame) {
  apart(frame.reader, () => walkChildren(node, frame))
}

function walkSubstitution({ script }: { script: Script | undefined }, frame: Frame) {
  apart(frame.reader, () => frame.reader.readScript(script, frame))
}

function walkStatement({ command, background }: Of<'Statement'>, frame: Frame) {
  if (background) apart(frame.reader, () => walkNode(command, { ...frame, isBackground: true }))
  else walkNode(command, frame)
}

function walkAndOr({ commands }: Of<'AndOr'>, frame: Frame) {
  const [first, ...more] = commands
  if (first) walkNode(first, frame)
  for (const command of more) apart(frame.reader, () => walkNode(command, frame))
}

function walkPipeline(node: Of<'Pipeline'>, frame: Frame) {
  const { reader } = frame
  let previous: Stage | undefined = frame.previous
  let input = frame.input
  for (const command of node.commands) {
    const first = reader.program.invocations.length
    const isPiped = node.commands.length > 1 || frame.isPiped
    const walk = () => walkNode(command, { ...frame, previous, input, isPiped })
    if (node.commands.length > 1) apart(frame.reader, walk)
    else walk()
    const invocations = reader.program.invocations.slice(first)
    input =
      command.type === 'Command' ? invocations.findLast(({ previous: own }) => own === previous)?.output : undefined
    previous = { invocations, previous }
  }
}

function walkFunction(node: Of<'Function'>, frame: Frame) {
  const { reader } = frame
  const name = node.name.value
  const isCertain = reader.scope.isCertain()
  const routine: Routine = { name, isCertain, ...frame.place(node.pos, node.end), invocations: [] }
  reader.program.functions.push(routine)
  const inside = { ...frame, previous: undefined, input: undefined, routine }
  const body = () => apart(frame.reader, () => walkNode(node.body, inside))
  const call = (args: Value[]) => {
    const isWorthIt = args.some(({ unknowns }) => unknowns.length === 0)
    if (isWorthIt && reader.mayRepeat()) reader.scope.withArguments(args, body)
  }
  if (isCertain) reader.scope.routines.set(name, call)
  reader.later(() => {
    const first = reader.program.invocations.length
    body()
    routine.invocations = reader.program.invocations.slice(first)
  })
}

interface LoopParts {
  node: Of<'While'> | Of<'For'> | Of<'Select'> | Of<'ArithmeticFor'>
  over: Value[]
  variable?: string
  isEndless: boolean
  frame: Frame
}

function walkLoop({ node, over, variable, isEndless, frame }: LoopParts) {
  const { reader } = frame
  const loop: Loop = {
    ...frame.place(node.pos, Math.max(node.end, node.body.end)),
    isEndless,
    over,
    variable,
    invocations: [],
    redirects: [],
  }
  reader.program.loops.push(loop)
  const [first, firstRedirect] = [reader.program.invocations.length, reader.program.redirects.length]
  apart(frame.reader, () => walkChildren(node, { ...frame, loop }))
  loop.invocations = reader.program.invocations.slice(first)
  loop.redirects = reader.program.redirects.slice(firstRedirect)
}

function walkFor(node: Of<'For'> | Of<'Select'>, frame: Frame) {
  const { reader } = frame
  const over = (node.wordlist ?? []).flatMap((word) => expandWord(word, expanderOf(frame)))
  const [unknown] = over.flatMap(({ unknowns }) => unknowns)
  const variable = node.name.value
  const origin = node.wordlist === undefined ? 'argument' : (unknown?.origin ?? 'other')
  const place = frame.place(node.name.pos, node.name.end)
  const only = over.length === 1 && unknown === undefined && !/[*?{]/.test(over[0]?.text ?? '') ? over[0] : undefined
  const sources = unknown?.sources ?? []
  reader.scope.set(
    variable,
    only ?? unknownValue(place, { name: variable, origin, isQuoted: false, sources, isNeverEmpty: true }),
  )
  walkLoop({ node, over, variable, isEndless: false, frame })
  if (only) return
  for (const value of over) {
    if (value.unknowns.length > 0 || value.text.includes('{') || !reader.mayRepeat()) continue
    reader.scope.set(variable, value)
    walkChildren(node.body, { ...frame, loop: reader.program.loops.at(-1) })
  }
}

/** `while true`, `while :`, `while [ 1 ]`, `until false`. */
function isAlways({ kind, clause }: Of<'While'>): boolean {
  const [only, ...more] = clause.commands
  if (!only || more.length > 0) return false
  if (only.command.type === 'ArithmeticCommand') return kind === 'while' && only.command.body.trim() === '1'
  if (only.command.type !== 'Command') return false
  const words = [only.command.name?.value, ...only.command.args.map((arg) => (arg.type === 'Word' ? arg.value : ''))]
  const text = words.join(' ')
  return kind === 'until' ? text === 'false' : ['true', ':', '[ 1 ]', 'test 1', '[ 1 = 1 ]', '[ true ]'].includes(text)
}

/** Redirections around a loop belong to the loop. */
function walkRedirected(node: Of<'Redirected'>, frame: Frame) {
  const { reader } = frame
  const { redirects, input } = readRedirects(node.redirects, frame)
  const firstLoop = reader.program.loops.length
  walkNode(node.command, { ...frame, input: input ?? frame.input })
  const loop = reader.program.loops[firstLoop]
  if (loop) loop.redirects = [...loop.redirects, ...redirects]
}
