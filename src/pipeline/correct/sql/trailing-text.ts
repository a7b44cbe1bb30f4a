import type { Proposal } from '../strategy.ts'

const FURTHEST = 60
const MOST_TRAILING = 4_000

interface Behind {
  code: string
  /** Where the database stopped reading. */
  at: number
  isCode(line: string): boolean
}

/** Headings of agents, and the sign of a model that has ended; a database reads on into them. */
const LABEL =
  /^(?:<\||(?:[A-Z][\w ]{0,40})?(?:Output|Reward|Result|Observation|Explanation|Answer|Note|Question|Thought|Action)s?\b[^;]*?:)/i
/** Begin a line that is no SQL: a picture of a table, a tag, a heading. */
const LINE = /^(?:\||\+-|\[\/?INST\]|<\/?[a-z]|###)/i

function isText(code: string, head: number): boolean {
  const text = code.slice(Math.max(0, head), head + 80)
  return LABEL.test(text) || (/\n[ \t]*$/.test(code.slice(0, head)) && LINE.test(text))
}

/** Everything from there on, where no further statement follows. */
export function trailing({ code, at, isCode }: Behind): Proposal[] {
  const heads = [...code.slice(0, at + 1).matchAll(/[ \t]*\n|[ \t]{2,}/g)].map((gap) => gap.index + gap[0].length)
  const start = [at - 1, at, ...heads.filter((head) => head > at - FURTHEST && head <= at).toReversed()].find((head) =>
    isText(code, head),
  )
  if (start === undefined || code.slice(0, start).trim() === '') return []
  const rest = code.slice(start)
  if (rest.length > MOST_TRAILING || rest.split('\n').some((line) => isCode(line))) return []
  const kept = code.slice(0, start).trimEnd().length
  return [
    {
      edits: [{ start: kept, end: code.length, text: ';\n' }],
      why: 'took away what stands behind the query and is none',
      sureness: 0.9,
    },
  ]
}
