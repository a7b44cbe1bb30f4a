/** A line that cannot be code: white space, a fence, a bare prompt, a comment of any language, a sentence. */
export function isNoise(line: string): boolean {
  const text = line.replace(END, '').trim()
  if (
    text === '' ||
    /^(?:`{3,}|~{3,})[\w+#.-]*$/.test(text) ||
    /^(?:>>>|\.\.\.|\$|#|%|In \[\d+\]:|Out\[\d+\]:)$/.test(text) ||
    TAG.test(text) ||
    FRAME.test(text)
  ) {
    return true
  }
  return /^(?:\/\/|\/\*|\*\s|\*\/|#\s|--\s|<!--)/.test(text) || isSentence(text)
}

/** The mark of a model that has ended its answer, and a picture before it. */
const END = /(?:\s|<\/?s>|<\|[\w-]{0,40}\|?>|\p{Extended_Pictographic})+$/u

/** The language of a block; `GO` ends a batch of SQL Server. */
const TAG = /^(?:javascript|js|typescript|ts|p?y?thon[23]?|py|sql|sqlite|mysql|bash|sh|shell|go)$/i
/** A heading, the label of an agent, a wrapper or a hunk stands around code in the place it came from. */
const FRAME =
  /^(?:\*\*[^*]+\*\*:?(?:\s+\p{L}.*)?|\[\/?[A-Z]{4,}\]|(?:Thought|Action|Observation|Final Answer|Question|Answer|Assistant|User)(?: \d+)?:.*|Action Input:|(?:execute|run|finish|action|tool)\w*\s*\[|@@ .*@@.*)$/u

/** Words of a sentence, without signs that only code has. An English word list would be too short; the shape is enough. */
function isSentence(given: string): boolean {
  const text = withoutAsides(given)
  if (/[=(){}[\];<>|&\\@^~]|::|->/.test(text)) return false
  const words = text.split(/\s+/)
  const plain = words.filter((word) => /^["'“‘(]?[\p{L}][\p{L}'’-]*[.,:!?"'”’)]*$/u.test(word))
  if (/^\p{Lu}\p{Ll}+ \p{Ll}+[.!:]$/u.test(text)) return true
  if (words.length < 3 || plain.length / words.length < 0.7) return false
  return /^[\p{Lu}"'“*#-]/u.test(text) || /[.!?:]$/.test(text)
}

/**
 * A sentence may quote code, name a call or an order such as O(n log n), or say something in brackets. Without backticks it begins and ends
 * as a sentence then.
 */
function withoutAsides(given: string): string {
  const text = given.replace(/`[^`]*`/g, 'word')
  if (!/^["'“]?\p{Lu}[\p{L}'’]*,? \p{L}.*[\p{L})"'”][.!?:]$/u.test(text)) return text
  return text.replace(/(?<= )[\w.]+\([^()]*\)(?=[ .,:!?])|(?<= )\((?:[\p{L}'’]+[ ,-]*)+\)(?=[ .,:!?])/gu, 'word')
}
