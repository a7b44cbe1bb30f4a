import { closesFence, type FenceStart, fenceStart } from './block-starts.ts'

/** Longer texts are no answers of models. */
const MAX_TEXT = 1_000_000
const BEHIND_CODE = /[\w)\]}'";,.]`{3,}[ \t]*$/

/**
 * Starts of the lines of code with the end of their fence behind the code, as models write it: "print(1)```". A line counts when the
 * fence has no other end: the next one begins a block that names its language, or there is none.
 */
export function endsInLine(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  if (text.length > MAX_TEXT || !/[^\s`]```[ \t]*$/m.test(text)) return found
  const lines = [...text.matchAll(/^.*$/gm)].map(({ 0: line, index }) => ({
    line,
    index,
    mark: fenceStart(line.trim()),
  }))
  let isEndAhead = false
  const ends = lines
    .toReversed()
    .map(({ mark }) => {
      const isAhead = isEndAhead
      if (mark) isEndAhead = mark.info === ''
      return isAhead
    })
    .toReversed()
  let open: FenceStart | undefined
  lines.forEach(({ line, index, mark }, at) => {
    if (!open) open = mark
    else if (closesFence(line.trim(), open)) open = undefined
    else if (open.mark === '`' && !ends[at] && BEHIND_CODE.test(line)) {
      found.add(index)
      open = undefined
    }
  })
  return found
}

export const withoutFenceEnd = (line: string): string => line.replace(/`{3,}[ \t]*$/, '')
