import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Class = abstract new (...given: never[]) => object
type Method = (this: unknown, ...given: unknown[]) => unknown

export interface CallRecord {
  /** `Sandbox.create` is a method of the class itself, `Sandbox#kill` one of its instances. */
  called: Set<string>
  /** Every public method of the classes so far, in that form. */
  known: Set<string>
  /** Records calls of these classes from now on, inherited ones included, under the names of their declarations. */
  add(...classes: Class[]): void
}

/**
 * Records which public methods of E2B's classes a test calls itself: calls between methods do not count, nor do methods that
 * the SDK declares private or protected.
 */
export function recordCalls(): CallRecord {
  const record = { called: new Set<string>(), known: new Set<string>() }
  const inside = new AsyncLocalStorage<true>()
  const wrap = (owner: object, { key, name }: { key: string; name: string }) => {
    const found = Object.getOwnPropertyDescriptor(owner, key)
    if (typeof found?.value !== 'function' || record.known.has(name)) return
    const method = found.value as Method
    record.known.add(name)
    const value: Method = function (...given) {
      if (inside.getStore()) return method.apply(this, given)
      record.called.add(name)
      return inside.run(true, () => method.apply(this, given))
    }
    Object.defineProperty(owner, key, { ...found, value })
  }
  return {
    ...record,
    add(...classes) {
      for (const named of classes)
        for (let owner = named; owner.name !== ''; owner = Object.getPrototypeOf(owner)) {
          const hidden = hiddenIn(owner.name)
          for (const key of keysOf(owner, ['length', 'name', 'prototype']))
            if (!hidden.has(`.${key}`)) wrap(owner, { key, name: `${named.name}.${key}` })
          for (const key of keysOf(owner.prototype, ['constructor']))
            if (!hidden.has(`#${key}`)) wrap(owner.prototype, { key, name: `${named.name}#${key}` })
        }
    },
  }
}

const keysOf = (owner: object, except: string[]) =>
  Object.getOwnPropertyNames(owner).filter((key) => !except.includes(key))

const packageFile = createRequire(import.meta.url)
const DECLARATIONS = ['e2b', '@e2b/code-interpreter']
  .map((name) => readFileSync(packageFile.resolve(name).replace(/\.m?js$/, '.d.ts'), 'utf8'))
  .join('\n')

/**
 * Private and protected members of a class's declarations: `.` before methods of the class, `#` before those of its instances.
 */
function hiddenIn(name: string): Set<string> {
  const bodies = DECLARATIONS.split(new RegExp(`^declare (?:abstract )?class ${name}\\b`, 'm')).slice(1)
  const members = bodies.flatMap((body) => (body.split('\n}')[0] ?? '').split('\n'))
  const matches = members.map((line) => /^ {2}(?:private|protected) (static )?(?:readonly )?(\w+)/.exec(line))
  return new Set(matches.flatMap((match) => (match ? [`${match[1] ? '.' : '#'}${match[2]}`] : [])))
}
