import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { KNOWN_COMMANDS } from './known-commands.ts'
import { namesInScript } from './names-in-script.ts'
import { readBash } from './read-bash.ts'

const CALL = /^([ \t]*(?:(?:if|then|do|else)[ \t]+)?)([A-Za-z_][\w.]*)\(([^\n]*)\)[ \t]*;?[ \t]*$/gm
const PRINTS = new Set([
  'print',
  'println',
  'console.log',
  'puts',
  'echo',
  'printf',
  'console.error',
  'System.out.println',
  'fmt.Println',
])

/** `print("x")`, `exit(1)`, `greet("a", "b")`: commands take words, not arguments in parentheses. */
export const foreignCall: Strategy = {
  id: 'bash/foreign-call',
  languages: ['bash'],
  title: 'Writes calls with parentheses as commands with words',
  answers: ['SyntaxError', 'CommandNotFound'],
  prior: 0.85,
  propose({ code }) {
    const { functions } = namesInScript(readBash(code).tokens)
    const commands = new Set([...KNOWN_COMMANDS, ...functions])
    const edits = [...code.matchAll(CALL)].flatMap((match): Edit[] => {
      const [whole, lead = '', name = '', list = ''] = match
      const isOwn = functions.has(name) && isMade(code, name) && !/^\s*\{/.test(code.slice(match.index + whole.length))
      const isKnown = PRINTS.has(name) || isOwn || (commands.has(name) && list.trim() !== '')
      const words = isKnown ? wordsOf(list) : undefined
      if (words === undefined) return []
      const command = PRINTS.has(name) && name !== 'printf' ? 'echo' : name
      return [{ start: match.index, end: match.index + whole.length, text: `${lead}${[command, ...words].join(' ')}` }]
    })
    const proposals: Proposal[] =
      edits.length > 0 ? [{ edits, why: 'wrote calls as commands with words', sureness: 0.9 }] : []
    return proposals
  },
}

/** Whether the script defines a function of this name. */
const isMade = (code: string, name: string): boolean =>
  new RegExp(`(?:^|\\n)[ \\t]*(?:function[ \\t]+)?${name}[ \\t]*(?:\\(\\))?\\s*\\{`).test(code)

/** The arguments of a call as words; undefined when they are more than texts, numbers and variables. */
function wordsOf(list: string): string[] | undefined {
  const words: string[] = []
  const pattern = /\s*([fF]?"(?:[^"\\]|\\.)*"|[fF]?'[^']*'|\$?\{?[A-Za-z_]\w*\}?|-?\d+(?:\.\d+)?)\s*(,|$)/y
  for (let at = 0; at < list.length; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const [, word] = pattern.exec(list) ?? []
    if (word === undefined) return undefined
    words.push(wordOf(word))
  }
  return words
}

/** Fields of a formatted text become expansions; a bare name can only be a variable. */
function wordOf(text: string): string {
  if (/^[fF]["']/.test(text)) return `"${text.slice(2, -1).replace(/\{(?=\w+\})/g, '${')}"`
  if (/^\$/.test(text)) return `"${text}"`
  return /^[A-Za-z_]/.test(text) ? `"$${text}"` : text
}
