import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { argumentsOf } from '../arguments-of.ts'
import { calledPath } from '../called-path.ts'
import { firstValue, kindOf } from '../known-kind.ts'

const RULE: RemarkRule = {
  rule: 'javascript/map-instead-of-push',
  family: 'refactoring',
  severity: 'info',
  why: 'map says at once that there is one result for each element.',
  remedy: 'Use map.',
}

/** Finds `const out = []` followed by a loop over an array that only pushes to it. */
export function pushLoop({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'ForStatement').flatMap((loop) => {
    const siblings = loop.parent?.children ?? []
    const declaration = siblings.length > 2_000 ? undefined : siblings[siblings.indexOf(loop) - 1]
    const target = declaration && emptyArray(tree, declaration)
    const parts = target && partsOf(tree, { loop, target })
    if (!declaration || !parts) return []
    const text = `const ${target} = ${parts.data}.map((${parts.element}) => ${parts.value})`
    return remarkAt(RULE, {
      at: loop,
      message: `The loop only fills \`${target}\`.`,
      fix:
        text.includes('\n') || text.length > 110
          ? undefined
          : { title: 'Use map', edits: [{ start: declaration.start, end: loop.end, text }] },
    })
  })
}

/** The name in `const name = []`. */
function emptyArray(tree: Tree, declaration: Node): string | undefined {
  const definition = declaration.type === 'VariableDeclaration' ? childOf(declaration, 'VariableDefinition') : undefined
  const value = definition && firstValue(definition)
  const isEmpty = value?.type === 'ArrayExpression' && value.children.length === 2
  const isAlone = declaration.children.filter(({ type }) => type === 'VariableDefinition').length === 1
  const isConst = declaration.children[0]?.type === 'const'
  return definition && isEmpty && isAlone && isConst && !childOf(declaration, 'TypeAnnotation')
    ? textOf(tree, definition)
    : undefined
}

interface Parts {
  data: string
  element: string
  value: string
}

function partsOf(tree: Tree, { loop, target }: { loop: Node; target: string }): Parts | undefined {
  const [, keyword, element, , data] = childOf(loop, 'ForOfSpec')?.children ?? []
  const value = pushedValue(tree, { loop, target })
  if (keyword?.type !== 'const' || element?.type !== 'VariableDefinition' || data?.type !== 'VariableName')
    return undefined
  if (!value || kindOf(tree, data) !== 'array') return undefined
  const text = textOf(tree, value)
  const isObject = value.type === 'ObjectExpression' || value.type === 'SequenceExpression'
  return { data: textOf(tree, data), element: textOf(tree, element), value: isObject ? `(${text})` : text }
}

/** The value that the loop's only statement pushes, if it uses neither the array nor `await` or `yield`. */
function pushedValue(tree: Tree, { loop, target }: { loop: Node; target: string }): Node | undefined {
  const body = childOf(loop, 'Block')
  const call = body?.children.length === 3 ? body.children[1]?.children[0] : undefined
  const [value, ...more] = call && calledPath(tree, call) === `${target}.push` ? argumentsOf(call) : []
  if (!value || more.length > 0) return undefined
  for (const node of walk(value)) {
    if (node.type === 'AwaitExpression' || node.type === 'YieldExpression') return undefined
    if (node.type === 'VariableName' && textOf(tree, node) === target) return undefined
  }
  return value
}
