import { isClass, type Node } from '../../../language/javascript/syntax-node.ts'
import type { Callable } from './callable.ts'
import { createCallableReader, type ReaderSource } from './callable-reader.ts'
import { membersOfClass } from './members.ts'
import type { Parameter } from './read-parameters.ts'
import { RESERVED } from './reserved-names.ts'
import type { Definition } from './top-level.ts'

/** More callables do not fit into the time, and make a file that nobody reads. */
const MOST_CALLABLES = 150
const TOO_MANY = 'there are too many functions: ask for it by its name'

interface Source extends ReaderSource {
  /** Names of the wanted functions; undefined for all. */
  wanted: readonly string[] | undefined
  /** The part of the outside world that a piece of code uses. */
  worldOf(node: Node): string | undefined
}

interface Found {
  callables: Callable[]
  classes: Record<string, Parameter[]>
  skipped: { function: string; reason: string }[]
}

/** The tested parts of a program: its functions, its classes, and the objects that its functions make. */
export function findCallables(source: Source): Found {
  const { definitions, wanted, worldOf } = source
  const { readCallable, classParameters } = createCallableReader(source)
  const all = [...definitions, ...definitions.flatMap(staticsOf)]
  const callables: Callable[] = []
  const skipped: Found['skipped'] = []
  for (const definition of all) {
    if (wanted && !wanted.includes(definition.name)) continue
    const reason = reasonAgainst(definition, worldOf(definition.node))
    if (callables.length >= MOST_CALLABLES) skipped.push({ function: definition.name, reason: TOO_MANY })
    else if (reason) skipped.push({ function: definition.name, reason })
    else callables.push(readCallable(definition, callables.length))
  }
  const missing = (wanted ?? []).filter((name) => !all.some((each) => each.name === name))
  skipped.push(...missing.map((name) => ({ function: name, reason: 'there is no such function' })))
  return { callables, classes: classParameters(), skipped }
}

/** The reason why a function gets no tests; undefined when it may. */
function reasonAgainst({ name, node }: Definition, world: string | undefined): string | undefined {
  const root = name.split('.')[0] ?? ''
  if (RESERVED.includes(root)) return `\`${root}\` is a name that the test file needs itself`
  if (world) return `works with ${world}`
  return 'abstract' in node && node.abstract ? 'is abstract' : undefined
}

function staticsOf({ name, expression, node }: Definition): Definition[] {
  if (!isClass(node)) return []
  const statics = membersOfClass(node, new Map()).filter(({ isStatic, isRead }) => isStatic && !isRead)
  return statics.map((each) => ({
    name: `${name}.${each.name}`,
    expression: `${expression}.${each.name}`,
    node: each.node,
    comment: '',
  }))
}
