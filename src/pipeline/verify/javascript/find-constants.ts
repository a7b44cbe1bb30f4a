import type { Node } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import type { Constants } from './callable.ts'
import { samplesOfPattern } from './samples-of-pattern.ts'

const MOST = 40
const MOST_TEXT = 60

/** Numbers and texts in a piece of code: the values that it compares with reach its branches. */
export function findConstants(roots: readonly Node[]): Constants {
  const numbers = new Set<number>()
  const strings = new Set<string>()
  const note = (text: string | null | undefined) => {
    if (text && text.length <= MOST_TEXT) strings.add(text)
  }
  for (const root of roots) {
    walk(root, ({ node, key, up }) => {
      if (node.type.startsWith('TS') && !('expression' in node)) return 'skip'
      if (node.type === 'NumericLiteral') numbers.add(node.value)
      if (node.type === 'StringLiteral' && key !== 'source') note(node.value)
      if (node.type === 'TemplateElement') note(node.value.cooked)
      if (node.type === 'Identifier' && key === 'key' && up?.node.type === 'ObjectProperty') note(node.name)
      if (node.type === 'RegExpLiteral') for (const sample of samplesOfPattern(node.pattern)) note(sample)
      return undefined
    })
  }
  return { numbers: [...numbers].slice(0, MOST), strings: [...strings].slice(0, MOST) }
}
