import { CALL_FACTS, SCAN_FACTS } from '../../../../language/calls/all-calls.ts'
import type { CallFacts } from '../../../../language/calls/call-facts.ts'
import { type Token, tokensOf } from '../../../../language/calls/tokens.ts'
import type { Call, CallProgram, Command, Literal } from './call-program.ts'
import { createEvaluator } from './evaluator.ts'
import { commandOfWords } from './handed-command.ts'
import { readTokens } from './read-tokens.ts'
import { FROM, namedValue } from './value.ts'

/** So many levels of text within text are read. */
const DEEPEST = 4
const NO_PARAMETERS = /(?!)/g

/** Reads the calls of a right or broken program, each token once. */
export function readCalls(source: string, language: string): { program: CallProgram; isPartial: boolean } {
  const facts = (CALL_FACTS[language] ?? SCAN_FACTS[language]) as CallFacts
  const calls: Call[] = []
  const commands: Command[] = []
  const literals: Literal[] = []
  let isPartial = false
  let depth = 0
  const evaluator = createEvaluator(facts, {
    addCall: (call) => void calls.push(call),
    addCommand: (command) => void commands.push(command),
    addLiteral: (literal) => void literals.push(literal),
    readInner(inner, offset) {
      if (depth >= DEEPEST) return undefined
      depth++
      const value = read(inner, offset)
      depth--
      return value
    },
  })
  const read = (text: string, offset: number) => {
    const { tokens, isPartial: isCut } = tokensOf(text, facts.lexicon)
    isPartial ||= isCut
    const placed =
      offset === 0
        ? tokens
        : tokens.map((token) => ({ ...token, start: token.start + offset, end: token.end + offset }))
    if (offset === 0 && depth === 0) whole = tokens
    return readTokens(placed, { facts, evaluator, onTooDeep: () => (isPartial = true) })
  }
  let whole: readonly Token[] = []
  for (const [, name = ''] of source.matchAll(facts.foreignParameters ?? NO_PARAMETERS))
    evaluator.bind(name, namedValue(name, FROM.foreign))
  read(source, 0)
  for (const { words, start, end } of evaluator.built) commands.push(commandOfWords(words, { start, end }))
  const byKind = Map.groupBy(
    calls.flatMap((call) => evaluator.kinds.kindsOf(call.name).map((kind) => ({ kind, call }))),
    ({ kind }) => kind,
  )
  const program: CallProgram = {
    ...{ source, language, facts, calls, commands, literals, kinds: evaluator.kinds },
    callsOf: (kind) => (byKind.get(kind) ?? []).map(({ call }) => call),
    bare: () => bareOf(source, whole),
  }
  return { program, isPartial }
}

function bareOf(source: string, tokens: readonly Token[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { kind, start, end } of tokens) {
    pieces.push(' '.repeat(Math.max(0, start - at)))
    pieces.push(
      kind === 'name' || kind === 'sign' || kind === 'number' ? source.slice(start, end) : ' '.repeat(end - start),
    )
    at = end
  }
  return pieces.join('').padEnd(source.length)
}
