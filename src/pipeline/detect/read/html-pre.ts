export interface PreCode {
  /** The language named by its class. */
  info: string
  code: string
  /** Offset of `<pre` within the HTML; `end` is behind `</pre>`. */
  start: number
  end: number
  /** Number of lines of the HTML above its first line of code. */
  linesAbove: number
}

const OPENING = /<pre(?:\s[^>]{0,500})?>(\s{0,9}<code(?:\s[^>]{0,500})?>)?(?:\r?\n)?/gi
const CLOSING = /(?:<\/code>\s{0,9})?<\/pre\s{0,9}>/gi
const LANGUAGE = /(?:lang(?:uage)?-|brush:\s?|highlight-(?:source-)?|\blang=["']?)([\w+#-]{1,40})/i
/** Tags that colour and link code; other tags are part of the code. */
const DECORATION = /<\/?(?:span|code|b|i|u|a|em|strong|font|mark|samp|kbd|var)(?:\s[^<>]{0,500})?>/gi

/** Code in `<pre>`, as a browser would show it. */
export function preCode(html: string): PreCode[] {
  const found: PreCode[] = []
  let counted = 0
  let linesAbove = 0
  OPENING.lastIndex = 0
  for (let opening = OPENING.exec(html); opening; opening = OPENING.exec(html)) {
    const from = OPENING.lastIndex
    CLOSING.lastIndex = from
    const closing = CLOSING.exec(html)
    const to = closing?.index ?? html.length
    const end = closing ? CLOSING.lastIndex : html.length
    const info = LANGUAGE.exec(opening[0])?.[1] ?? ''
    linesAbove += html.slice(counted, from).split(/\r\n|\n|\r/).length - 1
    counted = from
    found.push({ info, code: shown(html.slice(from, to)), start: opening.index, end, linesAbove })
    OPENING.lastIndex = end
  }
  return found
}

function shown(html: string): string {
  const text = html
    .replace(/\r\n?/g, '\n')
    .replace(/<br\s{0,9}\/?>/gi, '\n')
    .replace(DECORATION, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, characterOf)
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

const NAMED = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' }))

function characterOf(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
