import { endOf, lineOf, type Node, startOf } from '../../../language/javascript/syntax-node.ts'
import { type Visit, walk } from '../../../language/javascript/walk.ts'

/** Text put before and behind a piece of the program: `[start, open, end, close]`. */
export type Mark = [start: number, open: string, end: number, close: string]

/** A piece of the program that is counted when it runs. */
export interface Place {
  line: number
  /** A line that is run, or one outcome of a decision. */
  kind: 'line' | 'branch'
  isInFunction: boolean
  start: number
  end: number
}

export interface Marked {
  marks: Mark[]
  places: Place[]
}

const NOT_RUN = /^(?:TS|Import|Export(?:All|Named)|FunctionDeclaration|ClassDeclaration|Declare|EmptyStatement)/
const LISTS = ['Program', 'BlockStatement', 'StaticBlock', 'TSModuleBlock']
const LOOPS = ['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']

/**
 * Counters for every statement and every branch, as text to insert into the program. V8's own coverage is far too slow to
 * read for steering inputs, and would refer to lines without their types.
 */
export function markPlaces(program: Node): Marked {
  const marked: Marked = { marks: [], places: [] }
  walk(program, (visit) => {
    markNode(visit, marked)
    return undefined
  })
  return marked
}

function markNode(visit: Visit, marked: Marked): void {
  const { node } = visit
  const count: Count = (kind, at, over = {}) => {
    const { isInFunction } = visit
    const place = { line: lineOf(at), kind, isInFunction, start: startOf(at), end: endOf(at), ...over }
    return `__annealHit(${marked.places.push(place) - 1})`
  }
  if (isRunLine(visit)) marked.marks.push([startOf(node), `${count('line', node)};`, endOf(node), ''])
  if (node.type === 'IfStatement') markIf(node, count, marked)
  if (LOOPS.includes(node.type)) markBody((node as { body: Node }).body, count, marked)
  if (node.type === 'ConditionalExpression')
    for (const way of [node.consequent, node.alternate]) wrap(way, count('branch', way), marked)
  if (node.type === 'LogicalExpression') wrap(node.right, count('branch', node.right), marked)
  if (node.type === 'SwitchCase' && node.consequent[0]) {
    const [first] = node.consequent
    marked.marks.push([startOf(first), `${count('branch', first, { line: lineOf(node) })};`, endOf(first), ''])
  }
  if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') {
    wrap(node.body, count('line', node.body, { isInFunction: true }), marked)
  }
}

type Count = (kind: Place['kind'], at: Node, over?: Partial<Place>) => string

/** A statement of a list that does something: other statements are bodies or definitions. */
function isRunLine({ node, key, up }: Visit): boolean {
  const isListed =
    (key === 'body' && up !== undefined && LISTS.includes(up.node.type)) ||
    (key === 'consequent' && up?.node.type === 'SwitchCase')
  const isExported = node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration'
  return isListed && (isExported || !NOT_RUN.test(node.type))
}

function markIf(
  { consequent, alternate, ...node }: Extract<Node, { type: 'IfStatement' }>,
  count: Count,
  { marks }: Marked,
): void {
  const yes = count('branch', consequent)
  const no = count('branch', alternate ?? consequent, alternate ? {} : { line: lineOf(node) })
  const otherwise = alternate ? '' : ` else {${no};}`
  const isBlock = consequent.type === 'BlockStatement'
  if (isBlock) marks.push([startOf(consequent) + 1, `${yes};`, endOf(consequent), otherwise])
  else marks.push([startOf(consequent), `{${yes};`, endOf(consequent), `}${otherwise}`])
  if (!alternate) return
  if (alternate.type === 'BlockStatement') marks.push([startOf(alternate) + 1, `${no};`, endOf(alternate), ''])
  else marks.push([startOf(alternate), `{${no};`, endOf(alternate), '}'])
}

/** Counts every round, so that no loop is endless. */
function markBody(body: Node, count: Count, { marks }: Marked): void {
  const round = count('line', body)
  if (body.type === 'BlockStatement') marks.push([startOf(body) + 1, `${round};`, endOf(body), ''])
  else marks.push([startOf(body), `{${round};`, endOf(body), '}'])
}

function wrap(node: Node, counter: string, { marks }: Marked): void {
  marks.push([startOf(node), `(${counter},`, endOf(node), ')'])
}
