import { bareTree } from '../../../../language/tree/bare-tree.ts'
import { parseTree } from '../../../../language/tree/parse-tree.ts'
import type { Node, Tree } from '../../../../language/tree/tree.ts'
import { boundNames } from './bound-names.ts'
import { callFunction, readFunction } from './call-function.ts'
import { define, type Known } from './define.ts'
import { readExpression } from './expression.ts'
import { type Facts, noFacts } from './facts.ts'
import { UNKNOWN } from './make-value.ts'
import type { Reader } from './reader.ts'
import { createScope } from './scope.ts'
import { readStatement } from './statement.ts'

/** Deepest nesting that is read; the rest is left out. */
const MOST_DEPTH = 900
const MOST_REPETITIONS = 3000

export interface ProgramReading {
  tree: Tree
  facts: Facts
  isPartial: boolean
}

/** Reads a program twice: the second time the arguments of functions and the attributes of objects are known. */
export function readProgram(source: string): ProgramReading {
  const tree = bareTree(parseTree('python', source))
  const known = { functions: new Map(), classes: new Map(), bound: boundNames(tree) }
  readOnce(tree, known)
  const { facts, isCut } = readOnce(tree, known)
  return { tree, facts, isPartial: tree.isPartial || isCut }
}

function readOnce(tree: Tree, known: Known & Pick<Reader, 'bound'>): { facts: Facts; isCut: boolean } {
  let depth = 0
  let isCut = false
  const deeper = <T>(work: () => T, otherwise: T): T => {
    if (depth >= MOST_DEPTH) {
      isCut = true
      return otherwise
    }
    depth += 1
    const result = work()
    depth -= 1
    return result
  }
  const reader: Reader = {
    tree,
    facts: noFacts(),
    scope: createScope(),
    loop: undefined,
    bound: known.bound,
    starred: [],
    repetitionsLeft: MOST_REPETITIONS,
    openCalls: 0,
    isMuted: false,
    evaluate: (node) => (node ? deeper(() => readExpression(reader, node), UNKNOWN) : UNKNOWN),
    run: (body) => deeper(() => readBlock(reader, body), false),
    define: (node, decorators) => define(reader, known, { node, decorators }),
    callFunction: (info, given) => callFunction(reader, info, given),
  }
  reader.run(tree.root)
  // Reading one function may find others.
  for (const info of reader.facts.functions) readFunction(reader, info)
  return { facts: reader.facts, isCut }
}

/** Statements behind one that leaves the block are still read: models write them, and rules should see them. */
function readBlock(reader: Reader, body: Node): boolean {
  let leaves = false
  for (const [index, child] of body.children.entries()) {
    if (child.type === ':' || isDocstring(child, index)) continue
    leaves = readStatement(reader, child) || leaves
  }
  return leaves
}

const isDocstring = (node: Node, index: number): boolean =>
  index <= 1 && node.type === 'ExpressionStatement' && node.children.length === 1 && node.children[0]?.type === 'String'
