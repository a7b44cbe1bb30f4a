import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import type { Node, Tree } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt, type Saying } from '../../remark-at.ts'
import { argumentsOf } from '../arguments-of.ts'
import { calledPath } from '../called-path.ts'

interface CallRule extends RemarkRule {
  paths: readonly string[]
  say: (tree: Tree, call: Node) => Saying | undefined
}

const RULES: readonly CallRule[] = [
  {
    rule: 'javascript/parse-int-without-radix',
    family: 'practice',
    severity: 'info',
    paths: ['parseInt'],
    why: "Without a radix the text decides: '0x10' is sixteen.",
    remedy: 'Give the radix 10, or use Number().',
    say: (_tree, call) => {
      const [value, ...more] = argumentsOf(call)
      if (!value || more.length > 0) return undefined
      const fix = { title: 'Give the radix 10', edits: [{ start: value.end, end: value.end, text: ', 10' }] }
      return { message: 'parseInt is called without a radix.', fix }
    },
  },
  {
    rule: 'javascript/array-constructor',
    family: 'practice',
    severity: 'info',
    paths: ['Array'],
    why: 'new Array(3) has three holes that map and forEach pass over, new Array(3, 4) has two elements.',
    remedy: 'Use a literal, or Array.from({ length }, …).',
    say: (_tree, call) => {
      const isFilled =
        call.parent?.type === 'MemberExpression' ||
        call.parent?.type === 'Spread' ||
        call.parent?.type === 'ArrayExpression'
      return call.type === 'NewExpression' && !isFilled
        ? { message: 'An array is made by its constructor.' }
        : undefined
    },
  },
  {
    rule: 'javascript/json-clone',
    family: 'performance',
    severity: 'low',
    paths: ['JSON.parse'],
    why: 'The value is written as text and read again, and loses undefined, dates, maps and cycles on the way.',
    remedy: 'Use structuredClone().',
    say: (tree, call) => {
      const [value] = argumentsOf(call)
      const isClone =
        value !== undefined && calledPath(tree, value) === 'JSON.stringify' && argumentsOf(value).length === 1
      return isClone
        ? { message: 'A value is copied by way of JSON.', cost: 'time for writing and reading all of it' }
        : undefined
    },
  },
]

/** Finds calls that do something else than most readers think. */
export function doubtfulCalls({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'CallExpression', 'NewExpression').flatMap((call) => {
    const path = calledPath(tree, call)
    const rule = RULES.find(({ paths }) => paths.includes(path))
    const saying = rule?.say(tree, call)
    if (!rule || !saying) return []
    const { paths: _paths, say: _say, ...said } = rule
    return remarkAt(said, { at: call, ...saying })
  })
}
