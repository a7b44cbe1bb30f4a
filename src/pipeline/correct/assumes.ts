import type { Change } from './change.ts'
import { changedPart } from './changed-part.ts'
import { countOf } from './count-of.ts'
import { withoutComments } from './without-comments.ts'

/**
 * The assumption of a change, as far as its text shows it; undefined when it shows none. Rules tell their assumptions
 * themselves: this is for the change of a model. A model that computes a made-up value is not noticed.
 */
export function assumes({ before, after, language }: Change): string | undefined {
  const changed = changedPart(withoutComments(before, language), withoutComments(after, language))
  const found = KINDS.find(
    ({ pattern, languages }) =>
      (languages?.includes(language) ?? true) && countOf(changed.after, pattern) > countOf(changed.before, pattern),
  )
  return found?.assumption
}

const NOTHING = String.raw`(?:-?\d[\w.]*|None|null|undefined|NaN|[Ff]alse|[Tt]rue|''|""|\[\s*\]|\{\s*\})(?![\w.(\[])`
const SCRIPT = ['javascript', 'typescript']
const DATABASES = ['sql', 'postgres', 'duckdb']

/** Counted in the part that changed: one more than before was brought in by the change. */
const KINDS: { assumption: string; pattern: RegExp; languages?: string[] }[] = [
  {
    assumption: 'a fixed value may stand for one that is missing, empty or zero',
    pattern: new RegExp(String.raw`(?:\belse\b|\bor\b|\?\?|\|\||\breturn\b)\s*\(?${NOTHING}`, 'g'),
  },
  {
    assumption: 'a fixed value may stand for one that is missing',
    pattern: /\.get\([^()]*,|\bsetdefault\b|\bdefaultdict\b|\bdefault\s*=/g,
    languages: ['python'],
  },
  { assumption: 'a missing value may be passed over', pattern: /\?\.(?!\d)|\?\?/g, languages: SCRIPT },
  {
    assumption: 'a fixed value may stand for a variable that is not set',
    pattern: /\$\{\w+:?[-=]/g,
    languages: ['bash'],
  },
  {
    assumption: 'a fixed value may stand for NULL',
    pattern: /\b(?:COALESCE|IFNULL|NULLIF|ISNULL)\b/gi,
    languages: DATABASES,
  },
  {
    assumption: 'something that is there already, or is missing, needs nothing done',
    pattern: /\b(?:exist_ok|missing_ok)\b|\bIF\s+(?:NOT\s+)?EXISTS\b/gi,
  },
  {
    assumption: 'characters that cannot be read may be lost',
    pattern: /\berrors\s*=\s*["'](?:ignore|replace)|\blatin-?1\b/gi,
    languages: ['python'],
  },
  { assumption: 'work may be skipped', pattern: /\b(?:continue|break|pass)\b/g },
]
