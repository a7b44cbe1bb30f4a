import { randomOf } from '../random.ts'

/** Makes one slip of the fingers, the same for the same word at the same place: swapped, dropped or doubled letters. */
export function misspell(word: string, place: number): string | null {
  if (word.length < 3) return null
  const random = randomOf(`${word} ${place}`)
  // The first letter is rarely wrong.
  const at = 1 + random.below(word.length - 1)
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const swapped = word.slice(0, at - 1) + letter + word.charAt(at - 1) + after
  const slips = [at > 1 ? swapped : word, before + after, before + letter + letter + after]
  const wrong = slips.filter((slip) => slip !== word && !/^\d/.test(slip))
  return random.pick(wrong) ?? null
}
