/** A line that cannot be code: white space, a fence, a bare prompt, a comment of any language, a sentence. */
export function isNoise(line: string): boolean {
  const text = line.trim()
  if (
    text === '' ||
    /^(?:`{3,}|~{3,})[\w+#.-]*$/.test(text) ||
    /^(?:>>>|\.\.\.|\$|#|%|In \[\d+\]:|Out\[\d+\]:)$/.test(text)
  ) {
    return true
  }
  if (FRAME.test(text)) return true
  return /^(?:\/\/|\/\*|\*\s|\*\/|#\s|--\s|<!--)/.test(text) || isSentence(text)
}

/** What stands around code in the place it came from: a heading, the language of a block, the label of an agent, a wrapper, a hunk. */
const FRAME =
  /^(?:\*\*[^*]+\*\*:?|p?y?thon[23]?|py|(?:Thought|Action|Observation|Final Answer|Question|Answer|Assistant|User)(?: \d+)?:.*|Action Input:|(?:execute|run|finish|action|tool)\w*\s*\[|@@ .*@@.*)$/

/** Words of a sentence, without signs that only code has. An English word list would be too short; the shape is enough. */
function isSentence(given: string): boolean {
  const text = withoutAsides(given)
  if (/[=(){}[\];<>|&\\@^~]|::|->/.test(text.replace(/`[^`]*`/g, ''))) return false
  const words = text.split(/\s+/)
  const plain = words.filter((word) => /^["'“‘(]?[\p{L}][\p{L}'’-]*[.,:!?"'”’)]*$/u.test(word))
  if (words.length < 3 || plain.length / words.length < 0.7) return false
  return /^[\p{Lu}"'“*#-]/u.test(text) || /[.!?:]$/.test(text)
}

/** A sentence may name a call, an order such as O(n log n), or say something in brackets; it is long then, and begins and ends as one. */
function withoutAsides(text: string): string {
  if (!/^["'“]?\p{Lu}[\p{L}'’]*,? .*[\p{L})"'”][.!?:]$/u.test(text) || text.split(/\s+/).length < MANY_WORDS)
    return text
  return text.replace(/(?<= )\w+\(\)|\bO\([^()]*\)|(?<= )\((?:[\p{L}'’]+[ ,-]*)+\)(?=[ .,:!?])/gu, 'word')
}

const MANY_WORDS = 6
