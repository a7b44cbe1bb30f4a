import type { IncomingMessage } from 'node:http'
import { PlainError } from '../plain-error.ts'

const HEADER = 'x-metadata-'
/** Metadata is kept as extended attributes of the file, below this name. */
const ATTRIBUTE = 'e2b.'
const NAMESPACE_BYTES = 'user.e2b.'.length
const KEY_BYTES = 246
const ALL_BYTES = 4096
const PRINTABLE = /^[\x20-\x7e]*$/

/** The metadata that a request gives its files; the first of two equal headers counts. Throws 400. */
export function metadataOf({ rawHeaders }: IncomingMessage): Record<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    const key = name.slice(HEADER.length)
    if (!name.startsWith(HEADER) || found.has(key)) continue
    found.set(key, checked(key, rawHeaders[at + 1] ?? ''))
  }
  const bytes = [...found].reduce((sum, [key, value]) => sum + NAMESPACE_BYTES + key.length + value.length, 0)
  if (bytes > ALL_BYTES) throw new PlainError(400, `metadata has ${bytes} bytes, above the limit of ${ALL_BYTES}`)
  return Object.fromEntries(found)
}

export function attributesFor(metadata: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`${ATTRIBUTE}${key}`, value]))
}

export function metadataIn(attributes: Record<string, string>): Record<string, string> {
  const ours = Object.entries(attributes).filter(([name]) => name.startsWith(ATTRIBUTE))
  return Object.fromEntries(ours.map(([name, value]) => [name.slice(ATTRIBUTE.length), value]))
}

function checked(key: string, value: string): string {
  if (key === '' || key.length > KEY_BYTES) {
    throw new PlainError(400, `a metadata key has between 1 and ${KEY_BYTES} bytes`)
  }
  if (!PRINTABLE.test(key) || !PRINTABLE.test(value)) {
    throw new PlainError(400, `metadata "${key}" is not printable US-ASCII`)
  }
  return value
}
