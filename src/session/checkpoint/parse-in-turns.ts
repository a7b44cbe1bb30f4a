import { giveWay } from '../../sandbox/give-way.ts'
import { createJsonCursor, type JsonCursor } from './json-cursor.ts'

const MOST_LEVELS = 64
/** Members of one object: validation runs object by object. */
const MOST_MEMBERS = 10_000
/** Values read together, so that the clock costs little beside them. */
const AT_ONCE = 256

interface Open {
  list?: unknown[]
  object?: Record<string, unknown>
  name: string
  entries: number
}

/**
 * Parses JSON with any number of values while others have turns too. Throws for invalid JSON, and for JSON made to take
 * long.
 */
export async function parseInTurns(json: Buffer): Promise<unknown> {
  const cursor = createJsonCursor(json)
  const open: Open[] = []
  let root: unknown
  for (let read = 1; ; read++) {
    if (read % AT_ONCE === 0) await giveWay()
    const begun = begin(cursor)
    const value = begun ? (begun.list ?? begun.object) : cursor.scalar()
    const holder = open.at(-1)
    if (holder) put(holder, value)
    else root = value
    if (begun && open.push(begun) > MOST_LEVELS) throw new SyntaxError(`more than ${MOST_LEVELS} levels`)
    for (let last = open.at(-1); last && !goesOn(last, cursor); last = open.at(-1)) open.pop()
    if (open.length === 0) break
  }
  if (!cursor.isAtEnd()) throw new SyntaxError('more follows than one value')
  return root
}

function begin(cursor: JsonCursor): Open | undefined {
  if (cursor.skips('[')) return { list: [], name: '', entries: 0 }
  if (cursor.skips('{')) return { object: {}, name: '', entries: 0 }
  return undefined
}

/** Whether another value follows in it. */
function goesOn(last: Open, cursor: JsonCursor): boolean {
  if (cursor.skips(last.list ? ']' : '}')) return false
  if (last.entries++ > 0) cursor.expect(',')
  if (last.list) return true
  if (last.entries > MOST_MEMBERS) throw new SyntaxError(`more than ${MOST_MEMBERS} names in one object`)
  last.name = cursor.text()
  cursor.expect(':')
  return true
}

function put({ list, object, name }: Open, value: unknown) {
  if (list) list.push(value)
  // An assignment to this name would not make a member.
  else if (name === '__proto__') throw new SyntaxError('a name that no object may have')
  else if (object) object[name] = value
}
