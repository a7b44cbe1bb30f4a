import type { Edit, Strategy } from '../strategy.ts'
import { KNOWN_COMMANDS } from './known-commands.ts'
import { type BashToken, readBash } from './read-bash.ts'
import { spaceAt } from './space-at.ts'

const COMMANDS = new Set(KNOWN_COMMANDS)
const DECLARED = /^(local|export|declare|readonly)([A-Za-z_]\w*)=/

/** `echo"a"`, `localname=1`: puts back the space behind the command. */
export const joinedCommand: Strategy = {
  id: 'bash/joined-command',
  languages: ['bash'],
  title: 'Puts the missing space between a command and what follows it',
  answers: ['CommandNotFound', 'FileNotFound', 'UnboundVariable', 'SyntaxError'],
  prior: 0.95,
  propose({ code, diagnosis }) {
    const edits = readBash(code).tokens.flatMap((token) =>
      token.kind === 'word' && token.isCommand ? spaceIn(token, diagnosis.message) : [],
    )
    return edits.length > 0 ? [{ edits, why: 'put a space behind the command', sureness: 0.95 }] : []
  },
}

function spaceIn({ text, start }: BashToken, message: string): Edit[] {
  const quoted = /^([a-z]\w*)(?=["'])/.exec(text)?.[1]
  if (quoted !== undefined && COMMANDS.has(quoted)) return [spaceAt(start + quoted.length)]
  const [, word = '', name = ''] = DECLARED.exec(text) ?? []
  return name !== '' && message.includes(`${name}: unbound`) ? [spaceAt(start + word.length)] : []
}
