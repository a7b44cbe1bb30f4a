import { KEY_PREFIX } from './known-keys.ts'

/** Whether any text in a request may be a key. */
export function mentionsKey(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(KEY_PREFIX)
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(mentionsKey)
}
