import { parseExpression } from '@babel/parser'
import type { Shape } from './shape.ts'
import { type DeclaredTypes, shapeOfType } from './shape-of-type.ts'

const MOST_TYPE = 200
const TAG = '@param'

/** Types of parameters in a comment (`@param {string[]} names`), by name. */
export function documentedShapes(comment: string, declared: DeclaredTypes): Map<string, Shape> {
  const found = new Map<string, Shape>()
  for (const line of comment.split('\n')) {
    const at = line.indexOf(TAG)
    if (at === -1) continue
    const rest = line.slice(at + TAG.length).trimStart()
    const end = closing(rest)
    if (end === undefined) continue
    const name = /^\s*\[?([\w$]+)/.exec(rest.slice(end + 1))?.[1]
    const shape = name && shapeOfText(rest.slice(1, end), declared)
    if (shape) found.set(name, shape)
  }
  return found
}

/** Offset of the brace that closes the first one. */
function closing(text: string): number | undefined {
  if (!text.startsWith('{')) return undefined
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  return undefined
}

function shapeOfText(text: string, declared: DeclaredTypes): Shape | undefined {
  if (text.length > MOST_TYPE) return undefined
  const isNullable = text.startsWith('?')
  const plain = text
    .replace(/^[?!.]+|=$/g, '')
    .replace(/\*/g, 'unknown')
    .replace(/\bobject\b/gi, 'Record<string, number>')
    .replace(/\.</g, '<')
    .replace(/\bfunction\b(?:\([^)]*\))?/gi, 'Function')
  try {
    const parsed = parseExpression(`0 as ${plain}${isNullable ? ' | null' : ''}`, { plugins: ['typescript'] })
    return parsed.type === 'TSAsExpression' ? shapeOfType(parsed.typeAnnotation, declared) : undefined
  } catch {
    return undefined
  }
}
