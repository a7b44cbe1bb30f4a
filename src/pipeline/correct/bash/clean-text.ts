import { KEYWORDS } from '../../../language/bash/commands.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { withoutResidue } from '../text/residue.ts'
import { plainCharacters } from '../text/stray-characters.ts'
import { isSentence, withoutSurroundings } from '../text/surroundings.ts'
import { KNOWN_COMMANDS } from './known-commands.ts'

/** Removes text that came from a page, a chat or another system and is no code. */
export const cleanText: Strategy = {
  id: 'bash/clean-text',
  languages: ['bash'],
  title:
    'Takes away carriage returns, typographic and invisible characters, prompts, fences and sentences around the code',
  answers: ['*'],
  prior: 0.95,
  propose({ code }) {
    return [
      ...withoutReturns(code),
      ...withoutPrompts(code),
      ...surroundings(code),
      ...plainCharacters(code, { isInString: stringTest(code), quote: '"' }),
      ...slashComments(code),
      ...withoutResidue(code),
      ...sentences(code),
    ]
  },
}

function withoutReturns(code: string): Proposal[] {
  const edits = [...code.matchAll(/\r(?=\n|$)/g)].map(({ index }) => ({ start: index, end: index + 1, text: '' }))
  return edits.length > 0 ? [{ edits, why: 'took the carriage returns at the ends of lines away', sureness: 0.98 }] : []
}

const PROMPT = /^[ \t]*(?:\w+@[\w.-]+:[^\s$#]*)?[$%>] (?=\S)/

/** Behind a first line with a prompt, lines without one are what the commands before them printed. */
function withoutPrompts(code: string): Proposal[] {
  const lines = [...code.matchAll(/^[^\n]+$/gm)].map(({ index, 0: text }) => ({
    ...{ index, text },
    prompt: PROMPT.exec(text)?.[0],
  }))
  const prompts = lines.flatMap(({ index, prompt = '' }) =>
    prompt ? [{ start: index, end: index + prompt.length, text: '' }] : [],
  )
  if (prompts.length === 0) return []
  const others = lines.filter(({ prompt }) => !prompt)
  const isTranscript = lines[0]?.prompt !== undefined && others.length > 0 && !others.some(({ text }) => isCode(text))
  const printed = others.map(({ index }) => ({ start: index, end: index, text: '# ' }))
  const why = 'took the prompts before commands away'
  if (!isTranscript || /<<|\\$/m.test(code)) return [{ edits: prompts, why, sureness: 0.9 }]
  const edits = [...prompts, ...printed].sort((one, other) => one.start - other.start)
  return [{ edits, why: `${why}, and made comments of what these printed`, sureness: 0.93 }]
}

const COMMANDS = new Set([...KNOWN_COMMANDS, ...KEYWORDS])

const surroundings = (code: string): Proposal[] => withoutSurroundings(code, { comment: '#', isCode })

function isCode(line: string): boolean {
  const [first = ''] = line.trim().split(/\s+/)
  return COMMANDS.has(first) || /^#!|^#(?!#)|[$=|{}[\]]/.test(line.trim())
}

/** Sentences between commands; a document that the script holds has sentences of its own. */
function sentences(code: string): Proposal[] {
  if (code.includes('<<')) return []
  const isText = stringTest(code)
  const edits = [...code.matchAll(/^[^\n]+$/gm)]
    .filter(({ index, 0: line }) => !isCode(line) && isSentence(line.trim()) && !isText(index))
    .map(({ index }) => ({ start: index, end: index, text: '# ' }))
  return edits.length > 0 ? [{ edits, why: 'made comments of the sentences in the code', sureness: 0.85 }] : []
}

/** Tells whether an offset stands in plain quotes of its own line. */
function stringTest(code: string): (offset: number) => boolean {
  const inside = new Uint8Array(code.length)
  let open = ''
  for (let at = 0; at < code.length; at += 1) {
    const here = code[at] ?? ''
    if (here === '\n') open = ''
    else if (open === '' && (here === '"' || here === "'")) open = here
    else if (here === open) open = ''
    else if (open !== '') inside[at] = 1
  }
  return (offset) => inside[offset] === 1
}

function slashComments(code: string): Proposal[] {
  const edits = [...code.matchAll(/^([ \t]*)\/\/(?=\s|[A-Za-z])|(?<=[;\w"')\]}][ \t]+)\/\/(?=[ \t])/gm)].map(
    (match) => {
      const start = match.index + (match[1]?.length ?? 0)
      return { start, end: start + 2, text: '#' }
    },
  )
  return edits.length > 0 ? [{ edits, why: 'wrote comments with `#`', sureness: 0.9 }] : []
}
