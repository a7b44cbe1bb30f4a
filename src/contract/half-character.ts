/**
 * Finds text with half of a character in a value, as a problem of a request: a lone surrogate is no Unicode, and would
 * become another character wherever it is stored or run.
 */
export function halfCharacterIn(value: unknown, at: string): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : `${at}: ${told(value)}`
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const found = name.isWellFormed() ? halfCharacterIn(inner, `${at}.${name}`) : `a name in ${at}: ${told(name)}`
    if (found) return found
  }
  return undefined
}

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

function told(text: string): string {
  const index = text.search(LONE)
  const code = text.charCodeAt(index).toString(16).toUpperCase()
  return `holds half of a character at offset ${index}, the lone surrogate U+${code}; send whole characters, or bytes as base64`
}
