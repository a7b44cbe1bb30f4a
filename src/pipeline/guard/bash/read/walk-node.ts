import { forEachChild, type SyntaxNode } from 'unbash'
import type { Loop, Routine, Stage, Value } from './bash-program.ts'
import { expandWord } from './expand-word.ts'
import { expanderOf } from './expander-of.ts'
import { readCommand } from './read-command.ts'
import { readRedirects } from './read-redirects.ts'
import type { Frame, Reader } from './reader.ts'
import { unknownValue } from './scope.ts'

type Of<T extends SyntaxNode['type']> = Extract<SyntaxNode, { type: T }>

/** Notes every command below a node of the tree, in the order of the program. */
export function walkNode(node: SyntaxNode, frame: Frame, reader: Reader): void {
  switch (node.type) {
    case 'Statement':
      if (node.background) apart(reader, () => walkNode(node.command, { ...frame, isBackground: true }, reader))
      else walkNode(node.command, frame, reader)
      break
    case 'AndOr':
      walkAndOr(node, frame, reader)
      break
    case 'Command':
      readCommand(node, frame, reader)
      break
    case 'Pipeline':
      walkPipeline(node, frame, reader)
      break
    case 'Function':
      walkFunction(node, frame, reader)
      break
    case 'While':
    case 'ArithmeticFor': {
      const isEndless = node.type === 'While' ? isAlways(node) : node.test === undefined
      walkLoop({ node, over: [], isEndless, frame, reader })
      break
    }
    case 'For':
    case 'Select':
      walkFor(node, frame, reader)
      break
    case 'If':
    case 'Case':
    case 'Subshell':
    case 'Coproc':
      apart(reader, () => walkChildren(node, frame, reader))
      break
    case 'Redirected':
      walkRedirected(node, frame, reader)
      break
    case 'Word':
      expandWord(node, expanderOf(frame, reader))
      break
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      apart(reader, () => reader.readScript(node.script, frame))
      break
    default:
      walkChildren(node, frame, reader)
  }
}

const walkChildren = (node: SyntaxNode, frame: Frame, reader: Reader): void =>
  forEachChild(node, (child) => walkNode(child, frame, reader))

/** What happens there may not happen, or not reach the rest of the program. */
function apart(reader: Reader, work: () => void) {
  reader.scope.enter()
  work()
  reader.scope.leave()
}

function walkAndOr({ commands }: Of<'AndOr'>, frame: Frame, reader: Reader) {
  const [first, ...more] = commands
  if (first) walkNode(first, frame, reader)
  for (const command of more) apart(reader, () => walkNode(command, frame, reader))
}

function walkPipeline(node: Of<'Pipeline'>, frame: Frame, reader: Reader) {
  let previous: Stage | undefined = frame.previous
  let input = frame.input
  for (const command of node.commands) {
    const first = reader.program.invocations.length
    const isPiped = node.commands.length > 1 || frame.isPiped
    const walk = () => walkNode(command, { ...frame, previous, input, isPiped }, reader)
    if (node.commands.length > 1) apart(reader, walk)
    else walk()
    const invocations = reader.program.invocations.slice(first)
    input =
      command.type === 'Command' ? invocations.findLast(({ previous: own }) => own === previous)?.output : undefined
    previous = { invocations, previous }
  }
}

function walkFunction(node: Of<'Function'>, frame: Frame, reader: Reader) {
  const name = node.name.value
  const isCertain = reader.scope.isCertain()
  const routine: Routine = { name, isCertain, ...frame.place(node.pos, node.end), invocations: [] }
  reader.program.functions.push(routine)
  const inside = { ...frame, previous: undefined, input: undefined, routine }
  const body = () => apart(reader, () => walkNode(node.body, inside, reader))
  reader.scope.routines.set(name, (args) => {
    const isWorthIt = args.some(({ unknowns }) => unknowns.length === 0)
    if (isWorthIt && reader.mayRepeat()) reader.scope.withArguments(args, body)
  })
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
  reader: Reader
}

function walkLoop({ node, over, variable, isEndless, frame, reader }: LoopParts) {
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
  apart(reader, () => walkChildren(node, { ...frame, loop }, reader))
  loop.invocations = reader.program.invocations.slice(first)
  loop.redirects = reader.program.redirects.slice(firstRedirect)
}

function walkFor(node: Of<'For'> | Of<'Select'>, frame: Frame, reader: Reader) {
  const over = (node.wordlist ?? []).flatMap((word) => expandWord(word, expanderOf(frame, reader)))
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
  walkLoop({ node, over, variable, isEndless: false, frame, reader })
  if (only) return
  for (const value of over) {
    if (value.unknowns.length > 0 || /[*?{]/.test(value.text) || !reader.mayRepeat()) continue
    reader.scope.set(variable, value)
    walkChildren(node.body, { ...frame, loop: reader.program.loops.at(-1) }, reader)
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

/** What is redirected around a loop is written by the loop. */
function walkRedirected(node: Of<'Redirected'>, frame: Frame, reader: Reader) {
  const { redirects, input } = readRedirects(node.redirects, frame, reader)
  const firstLoop = reader.program.loops.length
  walkNode(node.command, { ...frame, input: input ?? frame.input }, reader)
  const loop = reader.program.loops[firstLoop]
  if (loop) loop.redirects = [...loop.redirects, ...redirects]
}
