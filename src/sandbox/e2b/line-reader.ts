/** Longer than any line of ours: a longer one comes from another program. */
const MOST_CHARACTERS = 1_048_576

/** Cuts text into lines, wherever its pieces end; returns false when it is not made of our lines. */
export function createLineReader(onLine: (line: string) => void): (text: string) => boolean {
  let begun = ''
  return (text) => {
    let at = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      onLine(begun + text.slice(at, end))
      begun = ''
      at = end + 1
    }
    begun += text.slice(at)
    return begun.length <= MOST_CHARACTERS
  }
}
