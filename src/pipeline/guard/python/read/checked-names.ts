import { childOf, type Node, textOf } from '../../../../language/tree/tree.ts'
import { CLEAN_FOR_ALL, cleanFor } from './make-value.ts'
import type { Reader } from './reader.ts'

export interface CheckedName {
  name: string
  /** Uses for which the variable is known to be harmless. */
  uses: number
}

/** Variables that a condition has checked, in the branch where it holds or where it does not. */
export function checkedNames(reader: Reader, test: Node, isTrue: boolean): CheckedName[] {
  if (test.type === 'ParenthesizedExpression')
    return test.children[1] ? checkedNames(reader, test.children[1], isTrue) : []
  if (test.type === 'UnaryExpression' && test.children[0]?.type === 'not') {
    return test.children[1] ? checkedNames(reader, test.children[1], !isTrue) : []
  }
  if (test.type === 'BinaryExpression') return inBinary(reader, test, isTrue)
  if (test.type === 'CallExpression' && isTrue) return inCall(reader, test)
  return []
}

function inBinary(reader: Reader, test: Node, isTrue: boolean): CheckedName[] {
  const [left, ...rest] = test.children
  const right = rest.at(-1)
  if (!left || !right || rest.length < 2) return []
  const operator = rest
    .slice(0, -1)
    .map((mark) => textOf(reader.tree, mark))
    .join(' ')
  if (operator === (isTrue ? 'and' : 'or')) {
    return [...checkedNames(reader, left, isTrue), ...checkedNames(reader, right, isTrue)]
  }
  if (operator === (isTrue ? 'in' : 'not in'))
    return isAllowList(reader, right) ? named(reader, left, CLEAN_FOR_ALL) : []
  if (operator === (isTrue ? 'not in' : 'in'))
    return isParentPath(reader, left) ? named(reader, right, cleanFor.path) : []
  if (operator === (isTrue ? '==' : '!=')) {
    if (left.type === 'CallExpression') return inCall(reader, left)
    return right.type === 'String' ? named(reader, left, CLEAN_FOR_ALL) : []
  }
  if (operator === (isTrue ? 'is not' : 'is') && left.type === 'CallExpression') return inCall(reader, left)
  return []
}

const ALLOWING = /allow|valid|white|permit|known|support|choice|safe/i
const CONSTANT = /^[A-Z][A-Z_0-9]+$/

/** Constants, or a name for a list of allowed values. */
function isAllowList(reader: Reader, node: Node): boolean {
  if (/^(Array|Set|Tuple|Dictionary)Expression$/.test(node.type)) return true
  const text = textOf(reader.tree, node).slice(0, 80)
  const isPlain = /^[\w.]+(\.keys\(\)|\[[^\]]{0,40}\])?$/.test(text)
  return isPlain && (ALLOWING.test(text) || CONSTANT.test(text))
}

const isParentPath = (reader: Reader, node: Node): boolean =>
  /^['"](\.\.|\/|\.\.\/)['"]$/.test(textOf(reader.tree, node))

const TESTS: Record<string, number> = {
  isdigit: CLEAN_FOR_ALL,
  isalnum: CLEAN_FOR_ALL,
  isnumeric: CLEAN_FOR_ALL,
  isdecimal: CLEAN_FOR_ALL,
  isalpha: CLEAN_FOR_ALL,
  isidentifier: CLEAN_FOR_ALL,
  startswith: cleanFor.path | cleanFor.html,
  is_relative_to: cleanFor.path,
}

/** `name.isdigit()`, `re.fullmatch(pattern, name)`, `is_valid(name)`. */
function inCall(reader: Reader, call: Node): CheckedName[] {
  const [callee, list] = call.children
  if (!callee) return []
  const property = textOf(reader.tree, childOf(callee, 'PropertyName') ?? callee)
  const uses = Object.hasOwn(TESTS, property) ? TESTS[property] : undefined
  const base = callee.children[0]
  if (uses && base) return named(reader, base, uses)
  const given = (list?.children ?? []).filter(({ type }) => type === 'VariableName')
  if (/^(fullmatch|match)$/.test(property)) return given.flatMap((node) => named(reader, node, CLEAN_FOR_ALL))
  if (property === 'commonpath' || property === 'commonprefix')
    return given.flatMap((node) => named(reader, node, cleanFor.path))
  const isCheck = /^_?(is_?(valid|safe|allowed|permitted|local)|validate|check_|allowed)/i.test(property)
  return isCheck ? given.flatMap((node) => named(reader, node, CLEAN_FOR_ALL)) : []
}

/**
 * The variable itself, or the one inside of a call such as `str(path.resolve())`. A check of a part, such as
 * `request.method`, says nothing about the whole.
 */
function named(reader: Reader, node: Node, uses: number): CheckedName[] {
  let inner: Node | undefined = node
  for (let depth = 0; inner && depth < 8; depth++) {
    if (inner.type === 'VariableName') return [{ name: textOf(reader.tree, inner), uses }]
    if (inner.type === 'CallExpression') {
      const [callee, list]: readonly Node[] = inner.children
      inner = callee?.type === 'MemberExpression' && !isModule(reader, callee) ? callee.children[0] : list?.children[1]
    } else inner = inner.type === 'ParenthesizedExpression' ? inner.children[1] : undefined
  }
  return []
}

const isModule = (reader: Reader, callee: Node): boolean =>
  /^(os|os\.path|posixpath)\./.test(textOf(reader.tree, callee).slice(0, 20))
