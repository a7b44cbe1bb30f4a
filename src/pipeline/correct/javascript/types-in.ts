import { parse } from '@babel/parser'
import { applyEdits } from '../../apply-edits.ts'
import type { Edit } from '../strategy.ts'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Nodes that are removed with all their content. */
const GONE = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
  'TSDeclareFunction',
  'TSIndexSignature',
])

/** Nodes of which only the expression stays. */
const WRAPPED = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

const MODIFIER = /\b(?:public|private|protected|readonly|declare|override|abstract)\s+/g

/** Edits that turn TypeScript into JavaScript; none when the code does not parse, or needs more than removing types. */
export function typesIn(code: string): Edit[] {
  const program = parsed(code)
  if (program === undefined) return []
  const edits: Edit[] = []
  const waiting: Node[] = [program]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const found = editsOf(node, code)
    if (found === undefined) return []
    for (const edit of found) edits.push(edit)
    if (!GONE.has(node.type)) for (const child of childrenOf(node)) waiting.push(child)
  }
  return edits.sort((one, other) => one.start - other.start)
}

/** The program without its types; undefined when it has none. */
export function withoutTypes(code: string): string | undefined {
  const edits = typesIn(code)
  return edits.length === 0 ? undefined : applyEdits(code, edits)
}

function parsed(code: string): Node | undefined {
  try {
    const options = { sourceType: 'unambiguous', plugins: ['typescript'], allowReturnOutsideFunction: true } as const
    return parse(code, { ...options, plugins: [...options.plugins] }).program as unknown as Node
  } catch {
    return undefined
  }
}

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'loc' || key === 'extra' ? [] : [value].flat().filter(isNode),
  )
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && typeof value.start === 'number'

/** Undefined for a construct that only a compiler can take out. */
function editsOf(node: Node, code: string): Edit[] | undefined {
  const { type, start, end } = node
  if (type === 'TSEnumDeclaration' || type === 'TSModuleDeclaration' || type === 'TSParameterProperty') return undefined
  if (GONE.has(type)) return [{ start: optionalMark(code, start, type), end, text: '' }]
  if (WRAPPED.has(type) && isNode(node.expression)) return [{ start: node.expression.end, end, text: '' }]
  if (type === 'ImportDeclaration' && node.importKind === 'type') return [{ start, end, text: '' }]
  if ('accessibility' in node || node.readonly || node.declare || node.override) return modifiers(node, code)
  if (Array.isArray(node.implements) && node.implements.length > 0) return implemented(node, code)
  return []
}

/** The `?` of `name?: string` is removed with its type. */
const optionalMark = (code: string, start: number, type: string): number =>
  type === 'TSTypeAnnotation' && (code[start - 1] === '?' || code[start - 1] === '!') ? start - 1 : start

function modifiers({ start, key }: Node, code: string): Edit[] {
  if (!isNode(key)) return []
  return [...code.slice(start, key.start).matchAll(MODIFIER)].map(({ 0: word, index }) => {
    return { start: start + index, end: start + index + word.length, text: '' }
  })
}

function implemented({ start, body }: Node, code: string): Edit[] {
  const at = isNode(body) ? code.slice(start, body.start).lastIndexOf(' implements ') : -1
  return at < 0 || !isNode(body) ? [] : [{ start: start + at, end: body.start, text: ' ' }]
}
