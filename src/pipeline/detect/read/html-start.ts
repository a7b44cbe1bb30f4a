/** The beginning and the end of an HTML block, by the seven rules of CommonMark; undefined ends at a blank line. */
interface HtmlKind {
  begins: RegExp
  ends: RegExp | undefined
  interruptsText: boolean
}

/** Longer lines are no tags that anyone wrote, and the patterns below are not tried on them. */
const MAX_TAG_LINE = 2_000

const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul'
const ATTRIBUTE = `\\s+[a-zA-Z_:][\\w.:-]*(?:\\s*=\\s*(?:[^"'=<>\`\\s]+|'[^']*'|"[^"]*"))?`
const ANY_TAG = `^(?:<[a-zA-Z][a-zA-Z0-9-]*(?:${ATTRIBUTE})*\\s*/?>|</[a-zA-Z][a-zA-Z0-9-]*\\s*>)\\s*$`

const KINDS: HtmlKind[] = [
  {
    begins: /^<(?:script|pre|textarea|style)(?:[\s>]|$)/i,
    ends: /<\/(?:script|pre|textarea|style)>/i,
    interruptsText: true,
  },
  { begins: /^<!--/, ends: /-->/, interruptsText: true },
  { begins: /^<\?/, ends: /\?>/, interruptsText: true },
  { begins: /^<![a-z]/i, ends: />/, interruptsText: true },
  { begins: /^<!\[CDATA\[/, ends: /\]\]>/, interruptsText: true },
  { begins: new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, 'i'), ends: undefined, interruptsText: true },
  { begins: new RegExp(ANY_TAG), ends: undefined, interruptsText: false },
]

/** The kind of HTML block that begins with this text, if one does. */
export function htmlStart(text: string, isInText: boolean): Pick<HtmlKind, 'ends'> | undefined {
  if (!text.startsWith('<')) return undefined
  const shown = text.length > MAX_TAG_LINE ? text.slice(0, 100) : text
  return KINDS.find(({ begins, interruptsText }) => (interruptsText || !isInText) && begins.test(shown))
}
