import { parseExpression } from '@babel/parser'
import { isFree, shapeOfLiteral } from './literal.ts'
import type { Shape } from './shape.ts'
import type { Node } from './syntax-node.ts'
import { pathOf } from './top-level.ts'
import { walk } from './walk.ts'

/** A call with arguments that mean the same anywhere. */
export interface Example {
  texts: string[]
  shapes: Shape[]
}

const MOST_EACH = 8

/** Calls with literal arguments, by the name of what is called; of methods by the name behind the last dot, with the dot. */
export function findExamples(program: Node, code: string, classes: readonly string[]): Map<string, Example[]> {
  const found = new Map<string, Example[]>()
  walk(program, ({ node }) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined
    const example = exampleOf(node, code, classes)
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

/** Examples that stand in a comment: `slugify('A b') // 'a-b'`. */
export function examplesInComment(comment: string, name: string, classes: readonly string[]): Example[] {
  return comment.split('\n').flatMap((line) => {
    const at = line.indexOf(`${name}(`)
    if (at === -1 || line.length > 300) return []
    for (let end = line.indexOf(')', at); end !== -1; end = line.indexOf(')', end + 1)) {
      const text = line.slice(at, end + 1)
      const node = parsed(text)
      if (node?.type === 'CallExpression') return exampleOf(node, text, classes) ?? []
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

function exampleOf(
  call: Extract<Node, { type: 'CallExpression' | 'NewExpression' }>,
  code: string,
  classes: readonly string[],
): Example | undefined {
  const given = call.arguments as Node[]
  if (given.some((each) => each.type === 'SpreadElement' || !isFree(each, classes))) return undefined
  return {
    texts: given.map((each) => code.slice(each.start ?? 0, each.end ?? 0).replace(/\s*\n\s*/g, ' ')),
    shapes: given.map(shapeOfLiteral),
  }
}

function keep(found: Map<string, Example[]>, name: string, example: Example): void {
  const known = found.get(name) ?? []
  const isKnown = known.some(({ texts }) => texts.join() === example.texts.join())
  if (!isKnown && known.length < MOST_EACH) found.set(name, [...known, example])
}
