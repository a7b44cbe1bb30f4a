import { cutLines, type Fitted, type Line } from './render.ts'

/** The lines of now that are new or different, and those of before that are gone. */
export function changesSince(before: ReadonlyMap<string, string>, now: Line[], tokens: number): Fitted {
  const present = new Set(now.map(({ key }) => key))
  const gone = [...before].filter(([key]) => !present.has(key))
  const lines: Line[] = [
    ...now
      .filter(({ key, text }) => before.get(key) !== text)
      .map(({ key, text }) => ({ key, depth: 0, text: `${before.has(key) ? '~' : '+'} ${text.slice(2)}` })),
    ...gone.map(([key, text]) => ({ key, depth: 0, text: `- ${text.slice(2)}` })),
  ]
  if (lines.length === 0) return { text: 'nothing changed', tokens: 2, isCut: false }
  return cutLines(lines, tokens)
}
