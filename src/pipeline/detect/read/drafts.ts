export interface Drafts {
  /** The text without the tags, every other character where it was. */
  text: string
  spans: { start: number; end: number; tag: string }[]
}

const TAG =
  /^[ \t]{0,3}<(\/?)(think|thinking|thought|reasoning|scratchpad|reflection|analysis)>|<(\/)(think|thinking|thought|reasoning|scratchpad|reflection|analysis)>[ \t]*$/gim
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Finds the parts of a text in which a model thought aloud, and hides their tags: Markdown would take the lines behind a tag
 * for HTML. An end without a beginning ends a draft that began with the text, a beginning without an end one that goes on.
 */
export function findDrafts(text: string): Drafts {
  if (!/<\/?(?:think|thought|reasoning|scratchpad|reflection|analysis)/i.test(text)) return { text, spans: [] }
  const spans: Drafts['spans'] = []
  let open: { start: number; tag: string } | undefined
  const hidden = text.replace(TAG, (whole, slash, tag, endSlash, endTag, at: number) => {
    const name = String(tag ?? endTag).toLowerCase()
    if (isInFence(text, at, open?.start ?? 0)) return whole
    if ((slash || endSlash) === '/') {
      if (open || spans.length === 0) spans.push({ start: open?.start ?? 0, end: at, tag: open?.tag ?? name })
      open = undefined
    } else {
      open ??= { start: at, tag: name }
    }
    return whole.replace(/[^ \t]/g, HIDDEN)
  })
  if (open) spans.push({ ...open, end: text.length })
  return { text: hidden, spans }
}

/** White space that Markdown does not take for indentation. */
const HIDDEN = '\u00a0'

/** A tag inside of a fence is code. */
function isInFence(text: string, at: number, from: number): boolean {
  let fence = ''
  for (const line of text.slice(from, at).split('\n').slice(0, -1)) {
    const mark = FENCE.exec(line)?.[1] ?? ''
    if (fence === '') fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ''
  }
  return fence !== ''
}
