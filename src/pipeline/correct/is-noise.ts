/** A line that cannot be code: white space, a fence, a bare prompt, a comment of any language, a sentence. */
export function isNoise(line: string): boolean {
  const text = line.trim()
  if (
    text === '' ||
    /^(?:`{3,}|~{3,})[\w+#.-]*$/.test(text) ||
    /^(?:>>>|\.\.\.|\$|#|%|In \[\d+\]:|Out\[\d+\]:)$/.test(text) ||
    /^\*\*[^*]+\*\*:?$/.test(text) ||
    /^(?:javascript|js|typescript|ts|python|py|sql|sqlite|mysql|bash|sh|shell)$/i.test(text)
  ) {
    return true
  }
  return /^(?:\/\/|\/\*|\*\s|\*\/|#\s|--\s|<!--)/.test(text) || isSentence(text)
}

/** Words of a sentence, without signs that only code has. An English word list would be too short; the shape is enough. */
function isSentence(text: string): boolean {
  // A sentence may name a call: "This calls add(1, 2) and prints it."
  const isFramed = /^\p{Lu}[\p{Ll}’']*,? \p{L}/u.test(text) && /[.:!?]$/.test(text)
  const bare = text.replace(/`[^`]*`/g, 'it').replace(isFramed ? / [\w.]+\([^()]*\)(?=[ .,:])/g : /$^/g, ' it')
  if (/[=(){}[\];<>|&\\@^~]|::|->/.test(bare)) return false
  const words = bare.split(/\s+/)
  const plain = words.filter((word) => /^["'“‘(]?[\p{L}][\p{L}'’-]*[.,:!?"'”’)]*$/u.test(word))
  if (words.length < 3 || plain.length / words.length < 0.7) return false
  return /^[\p{Lu}"'“*#-]/u.test(text) || /[.!?:]$/.test(text)
}
