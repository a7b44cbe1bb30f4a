const PLAIN: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' }

/** The text that a literal stands for, from the source between its quotes. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\}|([\s\S]))/gi,
    (_, byte, unit, point, plain) => {
      if (plain !== undefined) return Object.hasOwn(PLAIN, plain) ? (PLAIN[plain] ?? '') : plain
      const code = Number.parseInt(byte ?? unit ?? point, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}
