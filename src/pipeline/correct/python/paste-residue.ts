import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { best, propose } from './edits.ts'
import { type Line, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

/** A page, a diff, Markdown or an agent leaves its marks all over a program, so these changes are made everywhere at once. */
export const pasteResidue: Strategy = {
  id: 'python/paste-residue',
  languages: ['python'],
  title:
    'Takes away marks of the place that code was copied from: HTML entities, diffs, escapes of Markdown, wrappers of agents',
  answers: [...SYNTAX_ERRORS, 'NameError'],
  prior: 0.97,
  propose(fault) {
    const { lines } = readProgram(fault.code)
    if (fault.diagnosis.type === 'NameError') return languageTag(fault, lines)
    return best([
      ...entities(fault.code),
      ...diffMarks(lines),
      ...escapes(fault.code),
      ...wrapper(fault.code),
      ...agentLabels(lines),
      ...languageTag(fault, lines),
    ])
  },
}

const ENTITIES: Readonly<Record<string, string | undefined>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#34': '"',
  '#x27': "'",
  nbsp: ' ',
}

/** No expression has `&lt;`: it would be an operand, a name, and the end of a statement. */
function entities(code: string): Proposal[] {
  const edits = [...code.matchAll(/&(#?\w{2,5});/g)].flatMap(({ index, 0: whole, 1: name = '' }): Edit[] => {
    const text = ENTITIES[name.toLowerCase()]
    return text === undefined ? [] : [{ start: index, end: index + whole.length, text }]
  })
  return [propose(edits, 'wrote HTML entities as the characters they stand for', 0.99)]
}

/** Every line of a diff begins with a mark; lines that it takes away are no part of the program. */
function diffMarks(lines: Line[]): Proposal[] {
  const full = lines.filter(({ text }) => text.trim() !== '')
  const isHead = ({ text }: Line) => /^(?:diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ |@@ .*@@)/.test(text)
  const body = full.filter((line) => !isHead(line))
  const isDiff =
    body.every(({ text }) => /^[-+ ]/.test(text)) &&
    (body.length < full.length || body.every(({ text }) => text.startsWith('+')))
  if (!isDiff || !body.some(({ text }) => text.startsWith('+'))) return []
  const edits = full.map((line): Edit => {
    const isGone = isHead(line) || line.text.startsWith('-')
    return { start: line.start, end: isGone ? line.end : line.start + 1, text: '' }
  })
  return [propose(edits, 'took away the marks of a diff', 0.98)]
}

/** Markdown escapes `_` and `*`; a backslash before them is never code. */
function escapes(code: string): Proposal[] {
  const edits = [...code.matchAll(/\\(?=[_*#`[\]])/g)].map(
    ({ index }): Edit => ({ start: index, end: index + 1, text: '' }),
  )
  const isOutside = /[A-Za-z0-9_]\\_|\\\*\s*\w|^\s*\\[_#]/m.test(code)
  return isOutside ? [propose(edits, 'took away the backslashes of Markdown', 0.96)] : []
}

/** `execute[ … ]` of an agent, or backticks around everything. */
function wrapper(code: string): Proposal[] {
  const found =
    /^\s*(?:execute|run|python|code|finish|action|tool|interpreter)(?:_\w+)?\s*\[(?=[\s\S]*\]\s*$)/i.exec(code) ??
    /^\s*`{1,2}(?!`)(?=[\s\S]*[^`]`{1,2}\s*$)/.exec(code)
  if (!found) return []
  const close = /(?:\]|`{1,2})\s*$/.exec(code)
  if (!close) return []
  const edits = [
    { start: 0, end: found[0].length, text: '' },
    { start: close.index, end: code.length, text: '\n' },
  ]
  return [propose(edits, 'took the code out of its wrapper', 0.97)]
}

const LABEL =
  /^(?:Thought|Action(?: Input)?|Observation|Final Answer|Question|Answer|Assistant|User|Human|System|Code|Tool|Step)(?: \d+)?:\s*/

/** `Thought: …` and `Action: …` tell of the code; code may stand behind `Action Input:`. */
function agentLabels(lines: Line[]): Proposal[] {
  const labelled = lines.filter(({ text }) => LABEL.test(text))
  const edits = labelled.map(({ start, text }): Edit => {
    const label = LABEL.exec(text)?.[0] ?? ''
    const holdsCode = /^(?:Action Input|Code)/.test(label) && label.length < text.length
    return holdsCode ? { start, end: start + label.length, text: '' } : { start, end: start, text: '# ' }
  })
  return [propose(edits, 'made comments of the lines of an agent', 0.95)]
}

/** The language of a block, left as its first line: a name of nothing. */
function languageTag({ diagnosis }: Fault, lines: Line[]): Proposal[] {
  const first = lines.find(({ text }) => text.trim() !== '')
  if (!first || !/^(?:p?y?thon[23]?|py|ipython|python-repl|code)$/i.test(first.text.trim())) return []
  if (diagnosis.type === 'NameError' && diagnosis.line !== first.number) return []
  return [
    propose({ start: first.start, end: first.start, text: '# ' }, 'made a comment of the language of the block', 0.97),
  ]
}
