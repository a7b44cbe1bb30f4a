/** `tr SET1 SET2`, for sets of letters and ranges. */
export function translate(text: string, words: string[]): string | undefined {
  const options = words.filter((word) => /^-[cdsC]/.test(word))
  const [from, to] = words.filter((word) => !options.includes(word)).map(lettersOf)
  if (from === undefined) return undefined
  const letters = [...text]
  if (options.length === 1 && options[0] === '-d') return letters.filter((letter) => !from.includes(letter)).join('')
  if (options.length > 0 || to === undefined) return undefined
  return letters
    .map((letter) => {
      const place = from.indexOf(letter)
      return place < 0 ? letter : (to[place] ?? to.at(-1) ?? letter)
    })
    .join('')
}

const LONGEST_SET = 300

function lettersOf(set: string): string[] {
  const found: string[] = []
  const written = [...set.replace(/\\n/g, '\n')].slice(0, LONGEST_SET)
  for (let at = 0; at < written.length; at++) {
    const [first, dash, last] = written.slice(at, at + 3)
    if (first === undefined) break
    if (dash === '-' && last !== undefined && last >= first) {
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0) && found.length < LONGEST_SET; code++) {
        found.push(String.fromCharCode(code))
      }
      at += 2
    } else {
      found.push(first)
    }
  }
  return found
}
