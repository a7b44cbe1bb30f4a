import { lineAt, offsetOf } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { namesInScript } from './names-in-script.ts'
import { type BashToken, readBash } from './read-bash.ts'

/** A bare word that the error names, and that is a variable of the script, lacks its `$`. */
export const missingDollar: Strategy = {
  id: 'bash/missing-dollar',
  languages: ['bash'],
  title: 'Puts `$` before a word that is a variable of the script',
  answers: ['ShellError', 'FileNotFound', 'CommandNotFound', 'ToolError', 'UnboundVariable', 'SyntaxError'],
  prior: 0.8,
  propose({ code, diagnosis }) {
    const { tokens } = readBash(code)
    const { variables } = namesInScript(tokens)
    return [
      ...bareUses({ code, tokens, variables, message: diagnosis.message, line: diagnosis.line }),
      ...lostDollars(tokens, variables),
      ...inPaths({ code, tokens, variables, message: diagnosis.message, line: diagnosis.line }),
    ]
  },
}

interface Search {
  code: string
  tokens: BashToken[]
  variables: Set<string>
  message: string
  line: number | undefined
}

function bareUses({ code, tokens, variables, message, line }: Search): Proposal[] {
  const named = new Set((message.slice(0, 500).match(/[A-Za-z_]\w*/g) ?? []).filter((name) => variables.has(name)))
  if (named.size === 0 || /unbound variable|command not found|readonly/.test(message)) return []
  const { start: from, end: to } =
    line === undefined ? { start: 0, end: code.length } : lineAt(code, offsetOf(code, { line }))
  const uses = tokens.filter(
    ({ kind, isCommand, text, start }, index) =>
      kind === 'word' && !isCommand && named.has(text) && start >= from && start <= to && !isName(tokens, index),
  )
  if (uses.length === 0) return []
  const edits = uses.map(({ start, end, text }) => ({ start, end, text: `"$${text}"` }))
  return [{ edits, why: `put \`$\` before \`${uses[0]?.text}\`, which is a variable`, sureness: 0.9 }]
}

/** `"$to/kind"`: a part of a path, or a whole argument of a program that works on files. */
function inPaths({ tokens, variables, message }: Search): Proposal[] {
  if (!/No such file|Not a directory|cannot|not found|bad array subscript/.test(message)) return []
  let command = ''
  const found = tokens.flatMap(({ kind, text, start, isCommand }, index): Proposal[] => {
    if (isCommand) command = text
    if (kind !== 'word' || isCommand || !ON_FILES.has(command) || isName(tokens, index)) return []
    return [...text.matchAll(/(?<![\w$.{-])([A-Za-z_]\w*)(?![\w.(-])/g)].flatMap((match): Proposal[] => {
      const name = match[1] ?? ''
      const isTold = new RegExp(`(?:^|[^\\w])${name}(?:[^\\w]|$)`).test(message)
      const at = start + match.index
      if (!variables.has(name)) return []
      return [
        {
          edits: [{ start: at, end: at, text: '$' }],
          why: `put \`$\` before \`${name}\`, which is a variable`,
          sureness: isTold ? 0.85 : 0.45,
        },
      ]
    })
  })
  return found.slice(0, 6)
}

const ON_FILES = new Set([
  'cd',
  'ls',
  'cp',
  'mv',
  'rm',
  'mkdir',
  'touch',
  'cat',
  'find',
  'head',
  'tail',
  'grep',
  'wc',
  'sort',
  'tee',
  'rmdir',
  'ln',
  'du',
  'stat',
  'source',
  '[',
  '[[',
])

/** A place where a name stands for itself: behind `read`, `declare`, `unset` or `for`. */
function isName(tokens: BashToken[], index: number): boolean {
  for (let before = index - 1; before >= 0; before -= 1) {
    const token = tokens[before]
    if (!token || token.kind === 'newline' || token.depth < (tokens[index]?.depth ?? 0)) return false
    if (token.isCommand)
      return (
        [
          'read',
          'unset',
          'local',
          'declare',
          'export',
          'for',
          'mapfile',
          'readarray',
          'printf',
          'getopts',
          'readonly',
        ].includes(token.text) &&
        (token.text !== 'for' || before === index - 1) &&
        (token.text !== 'printf' || tokens[index - 1]?.text === '-v')
      )
  }
  return false
}

/** `"{name}"` and `{name[@]}` are no expansions without their dollar. */
function lostDollars(tokens: BashToken[], variables: Set<string>): Proposal[] {
  const edits = tokens.flatMap(({ kind, text, start }) => {
    if (kind !== 'word') return []
    return [...text.matchAll(/(?<![$\w}])\{([#!]?)([A-Za-z_]\w*)(\[[@*\w$]+\]|[:#%/^,][^{}\s]*)?\}/g)]
      .filter(([, , name = '']) => variables.has(name))
      .map((match) => ({ start: start + match.index, end: start + match.index, text: '$' }))
  })
  return edits.length > 0 ? [{ edits, why: 'put `$` before names in braces', sureness: 0.7 }] : []
}
