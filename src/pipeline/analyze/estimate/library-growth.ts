import { childOf, type Node, textOf } from '../../../language/tree/tree.ts'
import { CONSTANT, type Growth, logarithmic, power, sorting } from './growth.ts'
import type { ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'
import { WHOLE_FILE_READERS } from './whole-file-readers.ts'

const SORTING = new Set(['sorted', 'sort', 'toSorted'])
const OF_HEAPS = new Set(['heappush', 'heappop', 'heapreplace', 'insort', 'bisect', 'bisect_left', 'bisect_right'])
/** Functions that go through their one argument. */
const THROUGH_ALL = new Set(['sum', 'min', 'max', 'any', 'all', 'deepcopy'])
/** Methods that go through their object. */
const THROUGH_OBJECT = new Set(['indexOf', 'includes', 'index', 'splice', 'concat'])

/** Growth of functions that come with the language, for arguments without a fixed size. */
export function libraryGrowth(call: Node, facts: ProgramFacts): Growth {
  const name = calledName(call, facts.tree) ?? ''
  const last = name.slice(name.lastIndexOf('.') + 1)
  const line = facts.lineAt(call.start)
  if (WHOLE_FILE_READERS.has(last)) return power(1, `line ${line} reads a whole file`)
  if (OF_HEAPS.has(last)) return logarithmic(`line ${line} uses a heap or a sorted list`)
  const isMethod = THROUGH_OBJECT.has(last) || last === 'sort' || last === 'toSorted'
  const subject = isMethod ? call.children[0]?.children[0] : onlyArgument(call)
  if (!subject || isFixed(subject, facts)) return CONSTANT
  if (SORTING.has(last)) return sorting(`line ${line} sorts`)
  const goesThrough = THROUGH_ALL.has(last) || (isMethod && name !== last)
  return goesThrough ? power(1, `line ${line} goes through all with ${last}()`) : CONSTANT
}

const SIZED = new Set(['VariableName', 'MemberExpression', 'CallExpression'])

const isFixed = (subject: Node, { tree, fixed }: ProgramFacts): boolean =>
  !SIZED.has(subject.type) || (subject.type === 'VariableName' && fixed.has(textOf(tree, subject)))

/** `max(a, b)` compares two values; `sorted(a, key=…)` has one subject. */
function onlyArgument(call: Node): Node | undefined {
  const list = childOf(call, 'ArgList')?.children ?? []
  const isNamed = list[4]?.type === 'AssignOp'
  return list[2]?.type === ')' || (list[2]?.type === ',' && isNamed) ? list[1] : undefined
}
