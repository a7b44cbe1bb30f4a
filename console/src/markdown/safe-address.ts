const SAFE = new Set(['http:', 'https:', 'mailto:'])

/** An address that a text of strangers may lead to when somebody clicks it; undefined for everything else, relative ones too. */
export function safeAddress(address: string): URL | undefined {
  const url = URL.parse(address)
  return url && SAFE.has(url.protocol) ? url : undefined
}
