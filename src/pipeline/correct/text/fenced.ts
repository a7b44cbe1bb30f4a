/** The part of a line in an answer that has its code in fences. */
export type FencedPart = 'fence' | 'code' | 'text'

const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)[ \t]*$/
/** Code whose last fence is glued to it. */
const GLUED = /\S.*[^`]`{3,}\s*$/

/**
 * The parts of the lines of an answer with fences; undefined where there are none. A first fence that names no language, below code, ends a block
 * whose beginning was lost; a last one that is missing was cut off.
 */
export function fencedParts(
  lines: readonly string[],
  { isOwn, isCode }: { isOwn(tag: string): boolean; isCode(line: string): boolean },
): FencedPart[] | undefined {
  const first = lines.findIndex((line) => FENCE.test(line))
  if (first === -1) return undefined
  const isBare = FENCE.exec(lines[first] ?? '')?.[2] === ''
  const begins = isBare && lines.slice(0, first).some(isCode) && !lines.slice(0, first).some((line) => GLUED.test(line))
  // Beside blocks that name their language, one that names none is what they print.
  const isNamed = lines.some((line) => isOwn(FENCE.exec(line)?.[2] ?? ''))
  let inside: 'own' | 'other' | undefined = begins ? 'own' : undefined
  return lines.map((line): FencedPart => {
    const fence = FENCE.exec(line)
    if (!fence) return inside === 'own' ? 'code' : 'text'
    const tag = fence[2] ?? ''
    inside = inside && tag === '' ? undefined : (tag === '' && !isNamed) || isOwn(tag) ? 'own' : 'other'
    return 'fence'
  })
}
