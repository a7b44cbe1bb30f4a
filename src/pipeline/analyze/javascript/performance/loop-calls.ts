import { scopesOf } from '../../../../language/javascript/scope/scopes-of.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { RemarkRule } from '../../remark-at.ts'
import { argumentsOf } from '../arguments-of.ts'
import { calledObject, calledPath } from '../called-path.ts'
import { isLikelyArray } from '../is-likely-array.ts'
import { firstValue } from '../known-kind.ts'
import { isFunction, isInvariant } from '../loop.ts'

/** A call in a loop. */
export interface CallInLoop {
  tree: Tree
  call: Node
  loop: Node
}

/** A call that is worth a remark in a loop. */
export interface LoopCall extends RemarkRule {
  /** Whole paths, or `.method` for a method of any object. */
  names: ReadonlySet<string>
  where: (place: CallInLoop) => boolean
  message: (place: CallInLoop) => string
  cost: string
}

const hasSameArguments = ({ tree, call, loop }: CallInLoop): boolean => {
  const given = argumentsOf(call)
  return given.length > 0 && given.every((value) => isInvariant(tree, { expression: value, loop }))
}

const isSameObject = ({ tree, call, loop }: CallInLoop): boolean => {
  const object = calledObject(call)
  return object !== undefined && isInvariant(tree, { expression: object, loop })
}

const isArray = ({ tree, call }: CallInLoop): boolean => {
  const object = calledObject(call)
  return object !== undefined && isLikelyArray(tree, object)
}

/** A search in so few elements is as fast as in a set. */
const FEW = 12

/** A short literal list is searched in no time; an empty one is there to grow. */
const isShort = ({ tree, call }: CallInLoop): boolean => {
  const object = calledObject(call)
  if (object?.type === 'ArrayExpression') return true
  const [definition] = object?.type === 'VariableName' ? (scopesOf(tree).bindingAt(object)?.definitions ?? []) : []
  const value = definition && firstValue(definition)
  const commas = value?.type === 'ArrayExpression' ? value.children.filter(({ type }) => type === ',').length : FEW
  return value !== undefined && value.children.length > 2 && commas < FEW - 1
}

const comparesInCallback = ({ tree, call }: CallInLoop): boolean => {
  const [callback] = argumentsOf(call)
  return callback !== undefined && isFunction(callback) && /={2,3}/.test(textOf(tree, callback).replace('=>', ''))
}

const isAwaited = ({ call }: CallInLoop): boolean => call.parent?.type === 'AwaitExpression'

const objectName = ({ tree, call }: CallInLoop): string => {
  const object = calledObject(call)
  return object ? textOf(tree, object).slice(0, 40) : 'the array'
}

export const loopCalls: readonly LoopCall[] = [
  {
    rule: 'javascript/array-search-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set(['.includes', '.indexOf', '.lastIndexOf']),
    where: (place) => isSameObject(place) && isArray(place) && !isShort(place),
    message: (place) => `\`${objectName(place)}\` is an array, and is searched in each round.`,
    cost: 'O(n·m): each round looks through the array',
    why: 'An array is looked through from its beginning; a Set finds the element at once.',
    remedy: 'Put the elements into a Set before the loop and ask it with has().',
  },
  {
    rule: 'javascript/array-search-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['.find', '.findIndex', '.some']),
    where: (place) => isSameObject(place) && comparesInCallback(place) && !isShort(place),
    message: (place) => `\`${objectName(place)}\` is searched in each round.`,
    cost: 'O(n·m): each round looks through the array',
    why: 'Each search begins at the first element again.',
    remedy: 'Put the elements into a Map by what is compared before the loop, and look them up.',
  },
  {
    rule: 'javascript/front-of-array',
    family: 'performance',
    severity: 'low',
    names: new Set(['.shift', '.unshift']),
    where: (place) => isSameObject(place) && isArray(place),
    message: (place) => `\`${objectName(place)}\` changes at its front in each round, which moves all other elements.`,
    cost: 'O(n) per round, O(n²) in all for long arrays',
    why: 'An array is one piece of memory; only its end grows and shrinks at no cost.',
    remedy: 'Go through it with an index, or work from the end with push and pop.',
  },
  {
    rule: 'javascript/regex-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['RegExp']),
    where: hasSameArguments,
    message: () => 'The same pattern is made in each round.',
    cost: 'one compilation per round',
    why: 'The pattern does not change, so it needs to be made only once.',
    remedy: 'Make it before the loop, or write it as a literal.',
  },
  {
    rule: 'javascript/selector-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['.querySelector', '.querySelectorAll', '.getElementById', '.getElementsByClassName']),
    where: (place) => isSameObject(place) && hasSameArguments(place),
    message: () => 'The same element is looked up in each round.',
    cost: 'one search of the document per round',
    why: 'The document is searched again although the answer is the same.',
    remedy: 'Look it up once before the loop.',
  },
  {
    rule: 'javascript/file-read-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set(['readFileSync', '.readFileSync', '.readFile', 'readFile']),
    where: hasSameArguments,
    message: () => 'The same file is read in each round.',
    cost: 'one reading of the whole file per round',
    why: 'Files are thousands of times slower than memory, and this one is the same each time.',
    remedy: 'Read it once before the loop.',
  },
  {
    rule: 'javascript/query-in-loop',
    family: 'performance',
    severity: 'medium',
    names: new Set(['.query', '.findOne', '.findUnique', '.findFirst', '.findById', '.findByPk', '.findOneBy']),
    where: isAwaited,
    message: ({ tree, call }) => `${calledPath(tree, call)} asks the database in each round.`,
    cost: 'one round trip to the database per round (N+1 queries)',
    why: 'The database could answer all of it in one query.',
    remedy: 'Join the tables, or fetch all keys at once with an `IN` filter before the loop.',
  },
  {
    rule: 'javascript/sort-in-loop',
    family: 'performance',
    severity: 'low',
    names: new Set(['.sort', '.toSorted']),
    where: (place) => isSameObject(place) && calledObject(place.call)?.type === 'VariableName',
    message: (place) => `\`${objectName(place)}\` is sorted in each round.`,
    cost: 'O(n log n) per round',
    why: 'One sort before or behind the loop does the same.',
    remedy: 'Sort once, or put each new element where it belongs.',
  },
]
