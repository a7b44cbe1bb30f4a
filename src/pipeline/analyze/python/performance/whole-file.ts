import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'

const RULE: RemarkRule = {
  rule: 'python/whole-file-for-lines',
  family: 'performance',
  severity: 'low',
  why: 'A file gives its lines one by one; a list of all of them is as large as the file.',
  remedy: 'Go through the file itself.',
}

/** Finds `len(file.readlines())` and `for line in file.readlines()`. */
export function wholeFile({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'CallExpression').flatMap((call) => {
    const file = calledPath(tree, call).endsWith('.readlines') ? call.children[0]?.children[0] : undefined
    if (file?.type !== 'VariableName' || argumentsOf(tree, call).length > 0) return []
    const counted = countAround(tree, call)
    const isIterated =
      call.parent?.type === 'ForStatement' &&
      call.parent.children.some(({ type }, at, all) => type === 'in' && all[at + 1] === call)
    if (!counted && !isIterated) return []
    const name = textOf(tree, file)
    const place = counted ?? call
    const text = counted ? `sum(1 for _ in ${name})` : name
    return remarkAt(RULE, {
      at: place,
      message: counted
        ? 'All lines are read into memory only to be counted.'
        : 'All lines are read into memory before the first is looked at.',
      cost: 'memory for the whole file',
      fix: { title: `Use \`${text}\``, edits: [{ start: place.start, end: place.end, text }] },
    })
  })
}

/** The call of `len` around this one. */
function countAround(tree: Tree, call: Node): Node | undefined {
  const outer = call.parent?.type === 'ArgList' ? call.parent.parent : undefined
  return outer && calledPath(tree, outer) === 'len' ? outer : undefined
}
