import type { BashToken } from './read-bash.ts'

/** The words between two separators, and the reserved word before them. */
export interface SimpleCommand {
  /** `if`, `while`, `&&` … or empty. */
  head: string
  /** Redirections and their targets are included as they stand. */
  words: BashToken[]
  /** Whether `&&` or `||` joins the command to the next one. */
  isConditionPart: boolean
  /** The token that ended the command. */
  ended: BashToken | undefined
}

const HEADS = new Set(['if', 'elif', 'while', 'until', 'then', 'do', 'else', '!', '{'])

export function commandsIn(tokens: BashToken[]): SimpleCommand[] {
  const byDepth = new Map<number, BashToken[]>()
  for (const token of tokens) {
    if (token.kind === 'comment' || token.kind === 'document') continue
    const own = byDepth.get(token.depth) ?? []
    own.push(token)
    byDepth.set(token.depth, own)
  }
  return [...byDepth.values()].flatMap(splitCommands)
}

function splitCommands(tokens: BashToken[]): SimpleCommand[] {
  const commands: SimpleCommand[] = []
  let isClosed = false
  let own: SimpleCommand = { head: '', words: [], isConditionPart: false, ended: undefined }
  const finish = (ended: BashToken | undefined, head: string) => {
    own.ended = ended
    if (own.words.length > 0) commands.push(own)
    own = { head, words: [], isConditionPart: false, ended: undefined }
    isClosed = false
  }
  for (const token of tokens) {
    const isTest = own.words[0]?.text === '[[' || own.words[0]?.text === '['
    const isInside = isTest && !isClosed && token.kind === 'operator' && token.text !== ';'
    const isRedirection = token.kind === 'operator' && /[<>]/.test(token.text)
    if (token.kind === 'newline' || (token.kind === 'operator' && !isInside && !isRedirection)) {
      own.isConditionPart = token.text === '&&' || token.text === '||'
      finish(token, own.isConditionPart ? token.text : '')
    } else if (token.kind === 'word' && token.isCommand && HEADS.has(token.text) && !isInside) {
      finish(token, token.text)
    } else {
      own.words.push(token)
      isClosed ||= token.text === ']' || token.text === ']]'
    }
  }
  finish(undefined, '')
  return commands
}
