import { forEachChild, type Script, type SyntaxNode, type Word, type WordPart } from 'unbash'
import type { Invocation, Origin, Range, Value } from './bash-program.ts'
import { braceAlternatives } from './brace-alternatives.ts'
import { BREAK, type Draft, hole } from './draft.ts'
import { expandParameter } from './expand-parameter.ts'
import type { Scope } from './scope.ts'

export interface Expander {
  scope: Scope
  /** The part of the word stands within double quotes, where nothing is split. */
  isQuoted: boolean
  /** Whether the budget allows reading a substitution of this length. */
  mayRead(characters: number): boolean
  /** Records the commands of a substitution. */
  read(script: Script | undefined): { output: string | undefined; invocations: Invocation[] }
  /** Records the commands anywhere below a part of a word. */
  visit(node: SyntaxNode): void
  /** The range in the program of a part of the tree. */
  place(pos: number, end: number): Range
}

const MOST_FIELDS = 64
const MOST_UNKNOWNS = 50

/** The words that a word expands to: constants are filled in and split as in the shell, braces are written out. */
export function expandWord(word: Word, expander: Expander): Value[] {
  const place = expander.place(word.pos, word.end)
  return draftsOf(word, expander).flatMap((draft) => {
    const isPlain = word.parts === undefined && word.text === word.value
    const isExpanded = hasExpansion(word.parts)
    if (!draft.text.includes(BREAK)) return [{ ...place, ...draft, isPlain, isExpanded }]
    const fields = draft.text.split(BREAK, MOST_FIELDS).filter((text) => text !== '')
    return fields.map((text) => ({
      ...place,
      text,
      isPlain,
      isExpanded,
      unknowns: draft.unknowns.filter(({ name }) => text.includes(`\${${name}}`)),
    }))
  })
}

/** Expands as the value of a variable: always one word. */
export function expandWhole(word: Word, expander: Expander): Value {
  const [draft] = draftsOf(word, expander)
  const isPlain = word.parts === undefined
  return {
    ...expander.place(word.pos, word.end),
    text: draft?.text.replaceAll(BREAK, ' ') ?? '',
    unknowns: draft?.unknowns ?? [],
    isPlain,
    isExpanded: hasExpansion(word.parts),
  }
}

function draftsOf(word: Word, expander: Expander): Draft[] {
  if (!word.parts) return [{ text: word.value.replaceAll(BREAK, ' '), unknowns: [] }]
  return expandParts(word.parts, expander)
}

const LITERAL = new Set(['Literal', 'SingleQuoted', 'AnsiCQuoted'])

/** Whether the shell expands something in these parts. */
export const hasExpansion = (parts: readonly WordPart[] = []): boolean =>
  parts.some((part) => (part.type === 'DoubleQuoted' ? hasExpansion(part.parts) : !LITERAL.has(part.type)))

export function expandParts(parts: readonly WordPart[], expander: Expander): Draft[] {
  let drafts: Draft[] = [{ text: '', unknowns: [] }]
  for (const part of parts) {
    const options = partOf(part, expander)
    const [only] = options
    if (options.length === 1 && only) {
      for (const draft of drafts) {
        draft.text += only.text
        if (draft.unknowns.length < MOST_UNKNOWNS) draft.unknowns.push(...only.unknowns)
      }
    } else {
      const joined = drafts.flatMap((draft) =>
        options.map((option) => ({
          text: draft.text + option.text,
          unknowns: [...draft.unknowns, ...option.unknowns],
        })),
      )
      drafts = joined.slice(0, MOST_FIELDS)
    }
  }
  return drafts
}

const constant = (text: string): Draft[] => [{ text: text.replaceAll(BREAK, ' '), unknowns: [] }]

function partOf(part: WordPart, expander: Expander): Draft[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return constant(part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      return expandParts(part.parts, { ...expander, isQuoted: true })
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return [parameterDraft(part, expander)]
    case 'CommandExpansion':
    case 'ProcessSubstitution':
      return [outputDraft(part, expander)]
    default:
      forEachChild(part, expander.visit)
      return patternDrafts(part, expander)
  }
}

type Part<T extends WordPart['type']> = Extract<WordPart, { type: T }>

/** Keeps patterns as they are written; expands lists in braces, and arithmetic to an unknown number. */
function patternDrafts(
  part: Part<'Glob' | 'ExtendedGlob' | 'BraceExpansion' | 'ArithmeticExpansion'>,
  { place, isQuoted }: Expander,
): Draft[] {
  if (part.type === 'BraceExpansion') return braceAlternatives(part.text).map((text) => ({ text, unknowns: [] }))
  if (part.type !== 'ArithmeticExpansion') return constant(part.text)
  const where = place(part.pos, part.end)
  return [hole({ ...where, name: 'number', origin: 'number', isQuoted, isNeverEmpty: true, sources: [] })]
}

function parameterDraft(part: Part<'SimpleExpansion' | 'ParameterExpansion'>, expander: Expander): Draft {
  const { scope, isQuoted } = expander
  const place = expander.place(part.pos, part.end)
  const expandOperand = (word: Word) => expandWhole(word, { ...expander, isQuoted: false })
  const given = { place, isQuoted, scope, expandOperand }
  if (part.type === 'SimpleExpansion') return expandParameter({ parameter: part.text.slice(1), ...given })
  const { parameter, prefix, index, operation } = part
  if (index) expander.visit(index)
  // The word of a default is expanded with the parameter.
  if (operation && operation.type !== 'Default') expander.visit(operation)
  return expandParameter({ parameter, prefix, index, operation, ...given })
}

function outputDraft(part: Part<'CommandExpansion' | 'ProcessSubstitution'>, expander: Expander): Draft {
  const { isQuoted } = expander
  const { output, invocations } = expander.read(expander.mayRead(part.end - part.pos) ? part.script : undefined)
  if (part.type === 'CommandExpansion' && output !== undefined) {
    const text = output.replace(/\n{1,1000}$/, '')
    return { text: isQuoted ? text : text.split(/\s/).join(BREAK), unknowns: [] }
  }
  const place = expander.place(part.pos, part.end)
  const sources = invocations.slice(0, 20)
  return hole({ ...place, name: 'output', origin: originOf(sources), isQuoted, isNeverEmpty: false, sources })
}

/** Programs that print their arguments, whole or in part. */
const PASSING = new Set('echo printf basename dirname realpath readlink'.split(' '))

/** Text from outside keeps its origin when it goes through such programs. */
function originOf(sources: Invocation[]): Origin {
  const origins = sources
    .flatMap(({ name, args, input }) => [...(PASSING.has(name ?? '') ? args : []), ...(input ? [input] : [])])
    .flatMap(({ unknowns }) => unknowns.map(({ origin }) => origin))
  return (['request', 'input', 'argument'] as const).find((origin) => origins.includes(origin)) ?? 'output'
}
