import type { Way } from './fault.ts'

/** Drops the closing mark of one string. `find` selects strings by their opening mark. */
export function unclosedString(find: RegExp): Way {
  return ({ text, strings }) =>
    strings
      .filter(({ start, open, close }) => close > 0 && find.test(text.slice(start, start + open)))
      .map(({ end, close }) => [{ start: end - close, end, text: '' }])
}

/** Replaces both marks of one string by typographic ones, as word processors and web pages write them. */
export const typographicString: Way = ({ text, strings }) =>
  strings.flatMap(({ start, end, open, close }) => {
    const quote = text.slice(start + open - 1, start + open)
    if (open !== close || open !== 1 || !/["']/.test(quote)) return []
    const [left, right] = quote === '"' ? ['“', '”'] : ['‘', '’']
    return [
      [
        { start, end: start + 1, text: left ?? '' },
        { start: end - 1, end, text: right ?? '' },
      ],
    ]
  })

/** Closes a string with the other quote. */
export const mismatchedQuotes: Way = ({ text, strings }) =>
  strings.flatMap(({ end, close }) => {
    const quote = text.slice(end - close, end)
    if (quote !== '"' && quote !== "'") return []
    return [[{ start: end - 1, end, text: quote === '"' ? "'" : '"' }]]
  })
