import { EngineError } from '../../contract/errors.ts'

export interface TemplateName {
  /** The owner of the name, where it is given. */
  namespace: string | null
  name: string
  tag: string | null
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,127}$/
const TAG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const NAMESPACE = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,62}$/
const MOST_CHARACTERS = 400

/** Parses `namespace/name:tag`, where only the name is required; undefined for any other text. */
export function parseTemplateName(text: string): TemplateName | undefined {
  const whole = text.trim()
  if (whole.length > MOST_CHARACTERS) return undefined
  const [path = '', tag = null, ...more] = whole.split(':')
  const parts = path.split('/')
  const name = (parts.pop() ?? '').toLowerCase()
  const namespace = parts.pop() ?? null
  const isWhole = more.length === 0 && parts.length === 0
  if (!isWhole || !NAME.test(name)) return undefined
  if (namespace !== null && !NAMESPACE.test(namespace)) return undefined
  return tag === null || TAG.test(tag) ? { namespace, name, tag } : undefined
}

/** Parses a name that a user gives to a template of their own. */
export function ownTemplateName(text: string, userId: string): { name: string; tag: string | null } {
  const parsed = parseTemplateName(text)
  if (!parsed) throw refusal(`name: "${text.slice(0, 80)}" must be letters, digits or ._- with an optional :tag`)
  const { namespace, name, tag } = parsed
  if (namespace !== null && namespace !== userId) {
    throw refusal(`name: "${namespace}/" belongs to somebody else; yours begin with "${userId}/"`)
  }
  return { name, tag }
}

export function assertTags(tags: string[]): string[] {
  const wrong = tags.find((tag) => !TAG.test(tag))
  if (wrong !== undefined) throw refusal(`tags: "${wrong.slice(0, 80)}" must be 1 to 128 letters, digits or ._-`)
  return [...new Set(tags)]
}

const refusal = (problem: string) => new EngineError('INVALID_REQUEST', { problems: [problem] })
