import type { BashToken } from './read-bash.ts'

const ASSIGNED = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/
const READERS = new Set([
  'read',
  'mapfile',
  'readarray',
  'for',
  'select',
  'local',
  'declare',
  'typeset',
  'export',
  'readonly',
  'getopts',
])

/** Functions and variables that the script defines. */
export function namesInScript(tokens: BashToken[]): { functions: Set<string>; variables: Set<string> } {
  const functions = new Set<string>()
  const variables = new Set<string>()
  let command = ''
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word') continue
    const assigned = ASSIGNED.exec(token.text)?.[1]
    if (assigned) variables.add(assigned)
    if (token.isCommand && !assigned) command = token.text
    const [next, behind] = [tokens[index + 1], tokens[index + 2]]
    if (token.isCommand && next?.text === '(' && behind?.text === ')') functions.add(token.text)
    if (token.isCommand && token.text === 'function' && next) functions.add(next.text)
    const isMade = READERS.has(command) && !token.isCommand && /^[A-Za-z_]\w*$/.test(token.text)
    if (isMade && (command !== 'for' || isLoopVariable(tokens, index))) variables.add(token.text)
    for (const match of token.text.matchAll(/\(\(\s*([A-Za-z_]\w*)\s*[-+*/%]?=|([A-Za-z_]\w*):?=/g)) {
      if (token.text.startsWith('((') || token.text.includes('${')) variables.add(match[1] ?? match[2] ?? '')
    }
  }
  variables.delete('')
  return { functions, variables }
}

const isLoopVariable = (tokens: BashToken[], index: number): boolean => tokens[index - 1]?.text === 'for'
