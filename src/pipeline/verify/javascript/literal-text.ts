const NAME = /^[A-Za-z_$][\w$]*$/

/** A JSON value as the source text of a literal. */
export function literalOf(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (value === null || typeof value !== 'object') return String(value)
  const fields = Object.entries(value).map(
    ([key, each]) => `${NAME.test(key) && key !== '__proto__' ? key : `[${quote(key)}]`}: ${literalOf(each)}`,
  )
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}'
}

/** The text in single quotes. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** The text in the quotes that need fewer escapes. */
export function quoteTitle(text: string): string {
  return text.includes("'") && !text.includes('"') ? JSON.stringify(text) : quote(text)
}
