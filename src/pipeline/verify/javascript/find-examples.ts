import { parseExpression } from '@babel/parser'
import { isFunction, type Node } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import { isFree, shapeOfLiteral } from './literal.ts'
import type { Shape } from './shape.ts'
import { pathOf } from './top-level.ts'

/** A call with arguments that mean the same anywhere. */
export interface Example {
  texts: string[]
  shapes: Shape[]
}

const MOST_EACH = 8

/** Calls with literal arguments, by the name of the callee; methods by the name behind the last dot, with the dot. */
export function findExamples(program: Node, code: string, classes: readonly string[]): Map<string, Example[]> {
  const found = new Map<string, Example[]>()
  const named = namedLiterals(program, classes)
  walk(program, ({ node }) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
    const example = exampleOf(node, { code, classes, named })
    const path = pathOf(node.callee as Node)
    const method =
      node.callee.type === 'MemberExpression' && node.callee.property.type === 'Identifier'
        ? `.${node.callee.property.name}`
        : ''
    for (const name of example ? [path, method] : []) if (name) keep(found, name, example as Example)
    return undefined
  })
  return found
}

/** Examples in a comment: `slugify('A b') // 'a-b'`. */
export function examplesInComment(comment: string, name: string, classes: readonly string[]): Example[] {
  return comment.split('\n').flatMap((line) => {
    const at = line.indexOf(`${name}(`)
    if (at === -1 || line.length > 300) return []
    for (let end = line.indexOf(')', at); end !== -1; end = line.indexOf(')', end + 1)) {
      const text = line.slice(at, end + 1)
      const node = parsed(text)
      if (node?.type === 'CallExpression') return exampleOf(node, { code: text, classes, named: new Map() }) ?? []
    }
    return []
  })
}

function parsed(text: string): Node | undefined {
  try {
    return parseExpression(text)
  } catch {
    return undefined
  }
}

/** `const prices = [1, 2]`: an argument passed by this name is as good as a literal in the call. */
function namedLiterals(program: Node, classes: readonly string[]): Map<string, Node> {
  const found = new Map<string, Node>()
  walk(program, ({ node, up }) => {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return undefined
    const isConstant = up?.node.type === 'VariableDeclaration' && up.node.kind === 'const'
    if (isConstant && !isFunction(node.init) && isFree(node.init, classes)) found.set(node.id.name, node.init)
    return undefined
  })
  return found
}

interface Surroundings {
  code: string
  classes: readonly string[]
  named: ReadonlyMap<string, Node>
}

function exampleOf(
  call: Extract<Node, { type: 'CallExpression' | 'NewExpression' }>,
  { code, classes, named }: Surroundings,
): Example | undefined {
  const given = (call.arguments as Node[]).map(
    (each) => (each.type === 'Identifier' ? named.get(each.name) : undefined) ?? each,
  )
  if (given.some((each) => each.type === 'SpreadElement' || !isFree(each, classes))) return undefined
  const textOf = ({ start, end }: Node) => code.slice(start ?? 0, end ?? 0).replace(/\s*\n\s*/g, ' ')
  return { texts: given.map(textOf), shapes: given.map(shapeOfLiteral) }
}

function keep(found: Map<string, Example[]>, name: string, example: Example): void {
  const known = found.get(name) ?? []
  const isKnown = known.some(({ texts }) => texts.join() === example.texts.join())
  if (!isKnown && known.length < MOST_EACH) found.set(name, [...known, example])
}
