import type { Way } from './fault.ts'

/** The closing mark of one string is lost. `find` says which strings are meant, by their opening mark. */
export function unclosedString(find: RegExp): Way {
  return ({ text, strings }) =>
    strings
      .filter(({ start, open, close }) => close > 0 && find.test(text.slice(start, start + open)))
      .map(({ end, close }) => [{ start: end - close, end, text: '' }])
}

/** Both marks of one string become typographic ones, as word processors and web pages write them. */
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

/** A string that is closed by the other quote. */
export const mismatchedQuotes: Way = ({ text, strings }) =>
  strings.flatMap(({ end, close }) => {
    const quote = text.slice(end - close, end)
    if (quote !== '"' && quote !== "'") return []
    return [[{ start: end - 1, end, text: quote === '"' ? "'" : '"' }]]
  })
