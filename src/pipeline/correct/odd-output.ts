/** Words that a program prints by mistake: a value that is none, or a thing where its result was meant. */
const ODD = [
  { what: 'NaN', pattern: /(?<![A-Za-z_-])NaN(?![A-Za-z_])|(?<![\w-])nan\b/ },
  // A text that was added to it stands right behind or before it.
  { what: 'undefined', pattern: /(?<![A-Za-z_-])undefined(?![a-z])|undefined(?!\w)/ },
  { what: '[object Object]', pattern: /\[object \w+\]/ },
  { what: 'a function', pattern: /<(?:built-in |bound )?(?:function|method)\b|\[Function\b/ },
  { what: 'a generator or another object', pattern: /<(?:\w+ )?(?:generator|map|filter|zip|\w+) object\b.* at 0x/ },
  { what: 'a class', pattern: /<class '|\[class \w/ },
]

/** The odd thing that a changed program prints, unless the program names it or has printed it before. */
export function oddOutput(printed: string, { code, earlier }: { code: string; earlier: string }): string | undefined {
  const found = ODD.find(({ pattern }) => pattern.test(printed) && !pattern.test(earlier) && !pattern.test(code))
  return found && `it prints ${found.what}, which the program did not`
}
