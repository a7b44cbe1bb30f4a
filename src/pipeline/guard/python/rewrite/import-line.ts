import type { TextEdit } from '../../../../contract/finding.ts'
import { textOf } from '../../../../language/tree/tree.ts'
import type { PythonProgram } from '../program.ts'

/** Makes a module available in a program: no edit if it is imported, else a line before the first import or statement. */
export function importLine({ tree, facts }: PythonProgram, module: string): { prefix: string; edits: TextEdit[] } {
  if (facts.imports.has(module) && isPlain()) return { prefix: module, edits: [] }
  const statements = tree.root.children.filter(({ type }) => type !== '⚠')
  const isFuture = (index: number) => {
    const statement = statements[index]
    return (
      !!statement && (statement.children[0]?.type === 'String' || textOf(tree, statement).startsWith('from __future__'))
    )
  }
  let index = 0
  while (index < statements.length && isFuture(index)) index += 1
  const start = statements[index]?.start ?? tree.source.length
  return { prefix: module, edits: [{ start, end: start, text: `import ${module}\n` }] }

  function isPlain(): boolean {
    return tree.root.children.some(
      (node) =>
        node.type === 'ImportStatement' &&
        new RegExp(`^import [^\\n]{0,200}\\b${module}\\b(?! as)`).test(textOf(tree, node)),
    )
  }
}
