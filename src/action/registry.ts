import type { ActionTypeInfo } from '../contract/action.ts'
import { EngineError } from '../contract/errors.ts'
import { nearNames } from '../contract/near-names.ts'
import type { AnyAction } from './action.ts'
import { jsonSchemaOf } from './json-schema-of.ts'

/** The types of actions, by name. */
export interface Registry {
  add(action: AnyAction): void
  /** Throws UNKNOWN_ACTION, or UNSUPPORTED for a browser that is not there. */
  find(type: string): AnyAction
  types(): ActionTypeInfo[]
}

const BROWSER = 'browser.'

export function createRegistry(actions: AnyAction[]): Registry {
  const known = new Map(actions.map((action) => [action.type, action]))
  return {
    add(action) {
      if (known.has(action.type)) throw new Error(`there is an action ${action.type} already`)
      known.set(action.type, action)
    },
    find: (type) => known.get(type) ?? refuse(type, [...known.keys()]),
    types: () => [...known.values()].map(infoOf),
  }
}

function refuse(type: string, known: string[]): never {
  if (type.startsWith(BROWSER) && !known.some((name) => name.startsWith(BROWSER)))
    throw new EngineError('UNSUPPORTED', { what: `The action ${type.slice(0, 100)}: a browser` })
  const [near] = nearNames(type, known, { plain: lowered, sameWords: bySecondWord, most: () => MOST_SLIPS })
  throw new EngineError('UNKNOWN_ACTION', { type, known, ...(near && { meant: near.name }) })
}

const MOST_SLIPS = 2
const lowered = (name: string): string => name.toLowerCase()
/** `read` means `file.read`. */
const bySecondWord = (written: string, name: string) => (name.endsWith(`.${lowered(written)}`) ? 1 : undefined)

const infoOf = ({ type, description, input, output }: AnyAction): ActionTypeInfo => ({
  ...{ type, description, input: jsonSchemaOf(input, 'input'), output: jsonSchemaOf(output, 'output') },
})
