import { editDistance } from '../../contract/edit-distance.ts'
import type { Located } from '../page/locate.ts'
import type { KnownElement } from '../snapshot/page-memory.ts'

/** An element that could be used instead, with all that a search may be compared with. */
export interface Candidate {
  ref: string
  role: string
  name: string
  tag: string
  id: string
  classes: string
  field: string
  hint: string
}

export interface Near {
  candidate: Candidate
  /** From 0 to 1. */
  score: number
}

/** At least this near, and so much nearer than the next: then there is no doubt which one is meant. */
const SURE = 0.7
const AHEAD = 0.1

/** Those that fit best first. */
export function nearestOf(
  { shape }: Pick<Located, 'shape'>,
  known: KnownElement | undefined,
  all: Candidate[],
): Near[] {
  const score = (candidate: Candidate): number => {
    if (known) return byName(known.name, candidate, known.role)
    const { role, name, text, label, placeholder, css } = shape
    if (role !== undefined) return name === undefined ? sameRole(role, candidate) : byName(name, candidate, role)
    const words = text ?? label ?? placeholder
    if (words !== undefined) return Math.max(byName(words, candidate), similarity(words, candidate.hint) * 0.95)
    return css === undefined ? 0 : bySelector(css, candidate)
  }
  return all
    .map((candidate) => ({ candidate, score: score(candidate) }))
    .toSorted((one, other) => other.score - one.score)
}

/** The one that is meant without doubt, if there is one. */
export function surest(near: Near[]): Candidate | undefined {
  const [best, next] = near
  return best && best.score >= SURE && best.score - (next?.score ?? 0) >= AHEAD ? best.candidate : undefined
}

export const describe = ({ role, name, ref, id }: Pick<Candidate, 'role' | 'name' | 'ref' | 'id'>): string =>
  `${role}${name ? ` ${JSON.stringify(name.slice(0, 60).toWellFormed())}` : ''}${role === 'generic' && id ? ` #${id}` : ''} [${ref}]`

const sameRole = (role: string, candidate: Candidate): number => (candidate.role === role.replace(/\[.*/, '') ? 0.5 : 0)

function byName(name: string, candidate: Candidate, role?: string): number {
  const near = similarity(name, candidate.name)
  if (role === undefined) return near
  return candidate.role === role ? near : near * 0.8
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const wordsIn = (text: string): string[] =>
  plain(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .split(' ')
    .filter(Boolean)

/** 1 for equal but for case and signs, less for a slip of writing or further words, 0 for anything else. */
function similarity(wanted: string, found: string): number {
  const [one, other] = [plain(wanted), plain(found)]
  if (one === '' || other === '') return 0
  if (one === other) return 1
  const slips = editDistance(one, other)
  const most = Math.floor(one.length / 5)
  if (most > 0 && slips <= most) return 0.9
  const [asked, there] = [wordsIn(wanted), new Set(wordsIn(found))]
  const shared = asked.filter((word) => there.has(word)).length
  return (shared / Math.max(asked.length, there.size)) * 0.85
}

/** Names in a selector against the id, classes, field and name of an element. */
function bySelector(css: string, { tag, id, classes, field, name, hint }: Candidate): number {
  const last = css.split(/\s*[>+~]\s*|\s+(?![^[]*\])/).at(-1) ?? css
  const wanted = [...last.matchAll(/[#.]([\w-]+)|=["']?([^"'\]]+)/g)].map(([, one, other]) => one ?? other ?? '')
  const [tagName = ''] = /^[a-z][\w-]*/i.exec(last) ?? []
  const isTag = tagName === '' || tagName.toLowerCase() === tag
  if (wanted.length === 0) return isTag && tagName !== '' ? 0.4 : 0
  const there = [id, ...classes.split(' '), field, name, hint]
  const best = Math.max(...wanted.flatMap((each) => there.map((text) => similarity(meaning(each), meaning(text)))))
  return isTag ? best : best * 0.8
}

/** Words of selectors that say what kind of thing it is, and not which one. */
const KINDS = /^(?:btn|button|link|input|field|id|el|item|wrapper|container|form|ctl|control|js|ui)$/

function meaning(text: string): string {
  const words = wordsIn(text.replace(/[-_]/g, ' '))
  const telling = words.filter((word) => !KINDS.test(word))
  return (telling.length > 0 ? telling : words).join(' ')
}
