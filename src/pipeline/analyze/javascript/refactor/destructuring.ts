import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const RULE: RemarkRule = {
  rule: 'javascript/destructuring',
  family: 'refactoring',
  severity: 'info',
  why: 'One line says which parts of a value are used.',
  remedy: 'Take the parts out with a pattern.',
}

/** A pattern with more names is no help. */
const MOST = 20

/** Finds `const a = o.a` with `const b = o.b` right behind it. */
export function destructuring({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'Block', 'Script').flatMap(({ children }) => {
    const found: Remark[] = []
    for (let at = 0; at < children.length; at++) {
      const run = runOf(tree, children.slice(at, at + MOST))
      const [first, last] = [run[0], run.at(-1)]
      if (!first || !last || run.length < 2) continue
      const text = `const { ${run.map(({ name }) => name).join(', ')} } = ${first.object}`
      const place = { start: first.node.start, end: last.node.end }
      found.push(
        remarkAt(RULE, {
          at: place,
          message: `Several parts of \`${first.object}\` are taken one by one.`,
          fix: {
            title: 'Take them out with a pattern',
            edits: [{ ...place, text: tree.source[place.end - 1] === ';' ? `${text};` : text }],
          },
        }),
      )
      at += run.length - 1
    }
    return found
  })
}

interface Part {
  node: Node
  name: string
  object: string
}

/** The first declarations, as long as they take from the same object. */
function runOf(tree: Tree, declarations: readonly Node[]): Part[] {
  const run: Part[] = []
  for (const declaration of declarations) {
    const part = partOf(tree, declaration)
    if (!part || (run[0] && part.object !== run[0].object)) break
    run.push(part)
  }
  return run
}

/** Matches `const name = object.name`, for an object that is a plain name. */
function partOf(tree: Tree, node: Node): Part | undefined {
  const [keyword, definition, equals, value, end] = node.children
  if (node.type !== 'VariableDeclaration' || keyword?.type !== 'const' || equals?.type !== 'Equals') return undefined
  if (definition?.type !== 'VariableDefinition' || value?.type !== 'MemberExpression' || (end && end.type !== ';'))
    return undefined
  const [object, dot] = value.children
  const property = childOf(value, 'PropertyName')
  const name = textOf(tree, definition)
  if (object?.type !== 'VariableName' || dot?.type !== '.' || !property || textOf(tree, property) !== name)
    return undefined
  return { node, name, object: textOf(tree, object) }
}
