import { either } from './make-value.ts'
import type { FunctionInfo, Scope, Value } from './value.ts'

/** Branches write into layers of their own, which are merged where the branches meet. */
export function createScope(parent?: Scope, owner?: FunctionInfo): Scope {
  const layers: Map<string, Value>[] = [new Map()]
  const globals = new Set<string>()
  const find = (name: string): Value | undefined => {
    for (let index = layers.length - 1; index >= 0; index--) {
      const value = layers[index]?.get(name)
      if (value) return value
    }
    return parent?.find(name)
  }
  const scope: Scope = {
    owner,
    globals,
    get module() {
      return parent?.module ?? scope
    },
    find,
    own: () => layers[0] ?? new Map(),
    assign: (name, value) => {
      if (parent && globals.has(name)) scope.module.merge(name, value)
      else layers.at(-1)?.set(name, value)
    },
    merge: (name, value) => scope.assign(name, either(find(name), value)),
    branches: (works) => {
      const written = works.map((work) => {
        const layer = new Map<string, Value>()
        layers.push(layer)
        const leaves = work()
        layers.pop()
        return { layer, leaves }
      })
      join(
        scope,
        written.filter(({ leaves }) => !leaves).map(({ layer }) => layer),
      )
    },
  }
  return scope
}

/** Takes time in proportion to the written names: a long chain of branches does not slow down each name. */
function join(scope: Scope, layers: readonly Map<string, Value>[]): void {
  const written = new Map<string, { value: Value; count: number }>()
  for (const layer of layers) {
    for (const [name, value] of layer) {
      const other = written.get(name)
      written.set(name, { value: either(other?.value, value), count: (other?.count ?? 0) + 1 })
    }
  }
  for (const [name, { value, count }] of written) {
    const before = count < layers.length ? scope.find(name) : undefined
    scope.assign(name, either(before, value))
  }
}
