import { linesOf } from '../lines.ts'
import type { Edit, Proposal } from '../strategy.ts'

/** Text that came with a program from a page, a patch or an agent's answer, and that no language has. */
export function withoutResidue(code: string): Proposal[] {
  if (code.length > MOST) return []
  const found = KINDS.flatMap(({ why, edits }) => {
    const made = edits(code)
    return made.length > 0 ? [{ edits: made, why, sureness: 0.95 }] : []
  })
  const all = found.flatMap(({ edits }) => edits).sort((one, other) => one.start - other.start)
  const isApart = all.every(({ end }, index) => end <= (all[index + 1]?.start ?? Number.POSITIVE_INFINITY))
  if (found.length < 2 || !isApart) return found
  return [{ edits: all, why: found.map(({ why }) => why).join(', and '), sureness: 0.97 }, ...found]
}

const MOST = 200_000

const ENTITIES: Readonly<Record<string, string | undefined>> = {
  ...{ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' },
  ...{ '#39': "'", '#34': '"', '#x27': "'" },
}

/** `i &lt; n`: copied from the source of a page. A program that handles entities has them in its texts only. */
function entities(code: string): Edit[] {
  const found = [...code.matchAll(/&(#?\w{2,5});/g)].filter(
    ([, name = '']) => ENTITIES[name.toLowerCase()] !== undefined,
  )
  const isInText = found.every(({ index, 0: { length } }) =>
    /["'`]/.test((code[index - 1] ?? '') + (code[index + length] ?? '')),
  )
  return isInText ? [] : found.map((match) => instead(match, ENTITIES[match[1]?.toLowerCase() ?? ''] ?? ''))
}

const HUNK = /^(?:@@ .*|diff --git .*|index [\da-f]+\.\..*|--- \S+.*|\+\+\+ \S+.*|\\ No newline.*)$/

/** A patch: the added lines without their sign; lines that it takes away go. */
function patch(code: string): Edit[] {
  const lines = linesOf(code)
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const added = filled.filter(({ text }) => text.startsWith('+') && !HUNK.test(text)).length
  const isPatch =
    filled.every(({ text }) => /^[-+ \t]/.test(text) || HUNK.test(text)) && (added > 1 || filled.length > added)
  const isMostly = added * 2 >= filled.length || filled.some(({ text }) => text.startsWith('@@ '))
  if (!isPatch || !isMostly) return []
  return lines.flatMap(({ text, start, end }): Edit[] => {
    if (HUNK.test(text) || text.startsWith('-')) return [{ start, end: Math.min(end + 1, code.length), text: '' }]
    return /^[+ ]/.test(text) ? [{ start, end: start + 1, text: '' }] : []
  })
}

/** The first line is the name of a language, or begins with it: the name stood behind a fence. */
function tag(code: string): Edit[] {
  const match =
    /^\s*(?:javascript|js|typescript|ts|node|p?y?thon[23]?|py|ipython|sql|sqlite|mysql|postgres(?:ql)?|bash|sh|shell|zsh|code)(?:[ \t]*\r?\n|[ \t]+(?=(?:async )?function\b|const |let |class |import |def |select ))/i.exec(
      code,
    )
  return match ? [{ start: 0, end: match[0].length, text: '' }] : []
}

/** `execute[…]` around the whole program, whatever brackets stand in it. */
function wrapper(code: string): Edit[] {
  const open =
    /^\s*(?:Action(?: \d+)?:[ \t]*)?(?:execute|run|python|code|finish|action|tool|interpreter)(?:_\w+)?\s*\[/i.exec(
      code,
    )?.[0]
  const close = /\]\s*$/.exec(code)
  if (open === undefined || !close || /^[^\S\n]*(?:Action|execute)\b/m.test(code.slice(open.length))) return []
  return [
    { start: 0, end: open.length, text: '' },
    { start: close.index, end: close.index + 1, text: '' },
  ]
}

/** `execute[…]`, `Action: …`, `### Assistant:`, `<|end|>`: the frame of an agent's step. */
function frames(code: string): Edit[] {
  const whole = wrapper(code)
  if (whole.length > 0) return whole
  const wrapped = [...code.matchAll(/^[ \t]*(?:Action(?: \d+)?:[ \t]*)?execute\[([\s\S]*?)\](?=[ \t;.]*$)/gm)]
  const inner = wrapped.flatMap((match): Edit[] => {
    const start = match.index + match[0].indexOf('[') + 1
    return [
      { start: match.index, end: start, text: '' },
      { start: match.index + match[0].length - 1, end: match.index + match[0].length, text: '' },
    ]
  })
  if (inner.length > 0) return inner
  const heads = [
    ...code.matchAll(
      /^[ \t]*Action(?: \d+)?:[ \t]*\w+[ \t]*$\n?|^[ \t]*(?:Action(?: Input)?(?: \d+)?|(?:#{2,3} ?)?(?:Assistant|Answer)):[ \t]*/gm,
    ),
  ]
  const marks = [
    ...code.matchAll(/<\|[\w-]*\|?>?[ \t]*$|<\/?(?:s|step|eot|end)>[ \t]*$|^[ \t]*\[\/?[A-Z]{4,}\][ \t]*$/gm),
  ]
  return [...heads, ...marks].map((match) => instead(match, ''))
}

/** `first\_name` and `COUNT(\*)`: signs that Markdown wanted to have escaped. */
const escapes = (code: string): Edit[] =>
  [...code.matchAll(/(?<=[\w\s(.])\\_(?=[\w\\(])|(?<=\()\\\*(?=\))|(?<=\bselect )\\\*/gi)].map((match) =>
    instead(match, match[0].slice(1)),
  )

/** Every line begins with its number, as in the listing of an editor. */
function numbers(code: string): Edit[] {
  const lines = linesOf(code)
  const found = lines.map(({ text }) => /^[ \t]*(\d+)(?:[:.|]|[ \t]+\|)?(?:[ \t]|$)/.exec(text))
  const [first] = found
  const isCounted = found.every((match, at) =>
    match ? Number(match[1]) === Number(first?.[1]) + at : lines[at]?.text.trim() === '' && at === lines.length - 1,
  )
  if (!isCounted || lines.length < 2) return []
  return lines.flatMap(({ start }, at): Edit[] => {
    const length = found[at]?.[0].length
    return length === undefined ? [] : [{ start, end: start + length, text: '' }]
  })
}

/** A whole program between single backticks, or each of its lines. */
function ticks(code: string): Edit[] {
  const lines = linesOf(code).filter(({ text }) => text.trim() !== '')
  if (lines.length > 1 && lines.every(({ text }) => /^`[^`]+`;?$/.test(text.trim())))
    return lines.flatMap(({ text, start }) =>
      [text.indexOf('`'), text.lastIndexOf('`')].map((at) => ({ start: start + at, end: start + at + 1, text: '' })),
    )
  const match = /^(\s*`{1,2})(?!`)([^`]*)(`{1,2}\s*;?\s*)$/.exec(code)
  if (!match) return []
  const [, open = '', body = ''] = match
  const end = open.length + body.length
  return [
    { start: 0, end: open.length, text: '' },
    { start: end, end: code.length, text: '\n' },
  ]
}

/** `<pre><code>` around the program: tags of a page that stand at the ends of lines. */
function tags(code: string): Edit[] {
  if (!/^\s*<(?:pre|code|div|p)\b/.test(code)) return []
  return [
    ...code.matchAll(
      /^[ \t]*(?:<\/?(?:pre|code|div|p|span|br)(?: [^<>]*)?>)+|(?:<\/?(?:pre|code|div|p|span|br)(?: [^<>]*)?>)+[ \t]*$/gm,
    ),
  ].map((match) => instead(match, ''))
}

const KINDS: { why: string; edits(code: string): Edit[] }[] = [
  { why: 'wrote the signs that stood as entities of a page', edits: entities },
  { why: 'took the signs of a patch away', edits: patch },
  { why: 'took the name of the language before the program away', edits: tag },
  { why: 'took the frame of an agent’s step away', edits: frames },
  { why: 'took the tags of a page away', edits: tags },
  { why: 'took the backslashes of Markdown away', edits: escapes },
  { why: 'took the backticks around the program away', edits: ticks },
  { why: 'took the numbers of the lines away', edits: numbers },
]

const instead = ({ index = 0, 0: { length } }: RegExpMatchArray, text: string): Edit => ({
  start: index,
  end: index + length,
  text,
})
