import type { Token } from '../../../language/python/tokens.ts'
import type { Program, Statement } from './program.ts'

export type DefinitionKind = 'variable' | 'function' | 'class' | 'parameter' | 'import' | 'attribute'

export interface Definition {
  name: string
  token: Token
  kind: DefinitionKind
  /** The statement that defines the name. */
  statement: Statement
  /** Header of the function or class around the definition; undefined for the module. */
  scope: Statement | undefined
}

const known = new WeakMap<Program, Definition[]>()

/** Every definition of a name in the program. */
export function definitionsOf(program: Program): Definition[] {
  const found = known.get(program) ?? findDefinitions(program)
  known.set(program, found)
  return found
}

function findDefinitions(program: Program): Definition[] {
  const open: Statement[] = []
  return program.statements.flatMap((statement) => {
    while (open.length > 0 && (open.at(-1)?.width ?? 0) >= statement.width) open.pop()
    const scope = open.at(-1)
    const found = defines(statement).map(([token, kind]) => ({
      token,
      statement,
      name: token.text,
      kind,
      scope: kind === 'parameter' ? statement : scope,
    }))
    if (headerOf(statement)) open.push(statement)
    return found
  })
}

/** The definition in a header: the index of its name, and its kind. */
export function headerOf({ tokens }: Statement): { index: number; kind: 'function' | 'class' } | undefined {
  const at = tokens[0]?.text === 'async' ? 1 : 0
  if (tokens[at]?.text === 'def' && tokens[at + 1]) return { index: at + 1, kind: 'function' }
  return tokens[at]?.text === 'class' && tokens[at + 1] ? { index: at + 1, kind: 'class' } : undefined
}

type Found = [token: Token, kind: DefinitionKind]

function defines(statement: Statement): Found[] {
  const { tokens } = statement
  const header = headerOf(statement)
  const name = header && tokens[header.index]
  if (header?.kind === 'class') return name ? [[name, 'class']] : []
  if (header && name)
    return [[name, 'function'], ...parametersOf(statement).map((token): Found => [token, 'parameter'])]
  const first = tokens[0]?.text
  if (first === 'import' || first === 'from') return importedNames(tokens).map((token): Found => [token, 'import'])
  return [...assigned(tokens), ...bound(tokens)]
}

/** Names of the parameters of a `def`. */
export function parametersOf({ tokens }: Statement): Token[] {
  let depth = 0
  return tokens.filter((token, index) => {
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    const before = tokens[index - 1]?.text ?? ''
    return depth === 1 && token.kind === 'name' && ['(', ',', '*', '**'].includes(before)
  })
}

function importedNames(tokens: Token[]): Token[] {
  const start = tokens.findIndex(({ text }) => text === 'import')
  if (start === -1) return []
  return tokens.slice(start + 1).filter((token, index, rest) => {
    if (token.kind !== 'name' || rest[index + 1]?.text === 'as') return false
    return rest[index - 1]?.text !== '.'
  })
}

/** Targets on the left of `=`, attributes among them. */
function assigned(tokens: Token[]): Found[] {
  let depth = 0
  let lastEquals = -1
  tokens.forEach((token, index) => {
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    if (depth === 0 && (token.text === '=' || (token.text === ':' && index === 1))) lastEquals = index
  })
  return tokens.slice(0, Math.max(lastEquals, 0)).flatMap((token, index): Found[] => {
    if (token.kind !== 'name') return []
    const [before, after] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text ?? '']
    const isTarget = ['=', ',', ')', ']', ':'].includes(after) || index + 1 === lastEquals
    if (before === '.') return isTarget ? [[token, 'attribute']] : []
    return isTarget && ['', '=', ',', '(', '[', '*'].includes(before) ? [[token, 'variable']] : []
  })
}

const BEFORE_TARGET = new Set(['for', 'lambda', ',', '(', '[', '*', '**'])

/** Names bound by `for`, `as`, `:=` and `lambda`. */
function bound(tokens: Token[]): Found[] {
  const found: Found[] = []
  let isTarget = false
  tokens.forEach((token, index) => {
    const [before, after] = [tokens[index - 1]?.text ?? '', tokens[index + 1]?.text]
    if (token.text === 'for' || token.text === 'lambda') isTarget = true
    else if (token.text === 'in' || token.text === ':') isTarget = false
    else if (token.kind === 'name') {
      const isNamed = before === 'as' || after === ':='
      if (isNamed || (isTarget && BEFORE_TARGET.has(before))) found.push([token, 'variable'])
    }
  })
  return found
}

/** Headers around a line, the innermost first. */
export function enclosing({ statements }: Program, line: number): Statement[] {
  const found: Statement[] = []
  const at = statements.findLastIndex((statement) => statement.line <= line)
  let width = statements[at]?.width ?? 0
  for (let index = at - 1; index >= 0 && width > 0; index--) {
    const statement = statements[index]
    if (!statement || statement.width >= width) continue
    width = statement.width
    if (headerOf(statement)) found.push(statement)
  }
  return found
}

/** Names visible from a line: those of the module, and of the functions around the line. */
export function visibleFrom(program: Program, line: number): Definition[] {
  const around = new Set<Statement | undefined>([undefined, ...enclosing(program, line)])
  const at = program.statements.findLast((statement) => statement.line <= line)
  around.add(at)
  return definitionsOf(program).filter(({ scope, kind }) => kind !== 'attribute' && around.has(scope))
}
