import type { Program, Statement } from './program.ts'

/** Whether a name stands in annotations of functions and nowhere else. */
export function isOnlyAnnotated({ statements, names }: Program, name: string): boolean {
  const annotated = statements.reduce((sum, each) => sum + annotationsOf(each, name), 0)
  return annotated > 0 && annotated === names.filter(({ text }) => text === name).length
}

/** How often the name stands in annotations of parameters and the result of a function. */
function annotationsOf({ tokens }: Statement, name: string): number {
  if (!['def', 'async'].includes(tokens[0]?.text ?? '')) return 0
  let depth = 0
  let isAnnotation = false
  let count = 0
  for (const { text } of tokens) {
    if (/^[([{]$/.test(text)) depth++
    else if (/^[)\]}]$/.test(text)) depth--
    else if (text === '->' || (text === ':' && depth === 1)) isAnnotation = true
    else if (depth === 1 && (text === ',' || text === '=')) isAnnotation = false
    else if (isAnnotation && text === name) count++
    if (depth === 0 && text === ')') isAnnotation = false
  }
  return count
}
