const MOST_CHARACTERS = 100

/** Characters that break lines, move the cursor or turn the direction of text: a label comes from programs and file names. */
const UNSEEN = /[\s\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff]+/g

/** Most labels need no change. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

/** One short line of any text. */
export function labelText(text: string): string {
  if (text.length <= MOST_CHARACTERS && PLAIN.test(text)) return text
  // Cut first: a label of a long program costs no more than one of a short one.
  const line = text
    .slice(0, 2 * MOST_CHARACTERS)
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= MOST_CHARACTERS && text.length <= 2 * MOST_CHARACTERS) return line
  return `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`
}
