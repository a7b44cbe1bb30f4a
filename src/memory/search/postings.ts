import { grown } from './growing.ts'

/** For each term the documents that have it, as numbers: 24 bits of document, 8 bits of weight. All lists stand in one array, in blocks. */
export interface Postings {
  add(term: number, document: number, weight: number): void
  /** Number of documents with the term, the removed ones included. */
  count(term: number): number
  /** All of a term, in the order in which they were added; good until the next call. */
  read(term: number): Uint32Array
  bytes(): number
}

const MOST_WEIGHT = 255
/** Most terms have one or two documents. */
const FIRST_ROOM = 2
const MOST_ROOM = 1024
/** The place of the next block. */
const HEAD = 1
const NONE = new Uint32Array(0)

export function createPostings(): Postings {
  let pool = new Uint32Array(1024)
  let used = 1
  let first = new Uint32Array(256)
  let next = new Uint32Array(256)
  let end = new Uint32Array(256)
  let counts = new Uint32Array(256)
  let found = new Uint32Array(256)

  /** The first place of a new block, which the block before points to. */
  const newBlock = (term: number): number => {
    const room = Math.min(MOST_ROOM, Math.max(FIRST_ROOM, counts[term] as number))
    const start = used
    used += HEAD + room
    pool = grown(pool, used)
    if (first[term] === 0) first[term] = start
    else pool[(end[term] as number) - lastRoom(counts[term] as number) - HEAD] = start
    end[term] = used
    return start + HEAD
  }
  return {
    add(term, document, weight) {
      if (term >= first.length) {
        first = grown(first, term + 1)
        next = grown(next, term + 1)
        end = grown(end, term + 1)
        counts = grown(counts, term + 1)
      }
      const at = next[term] === end[term] ? newBlock(term) : (next[term] as number)
      pool[at] = document * 256 + Math.min(MOST_WEIGHT, weight)
      next[term] = at + 1
      counts[term] = (counts[term] as number) + 1
    },
    count: (term) => counts[term] ?? 0,
    read(term) {
      const count = counts[term] ?? 0
      if (count === 0) return NONE
      found = grown(found, count)
      let block = first[term] as number
      for (let at = 0, room = FIRST_ROOM; at < count; ) {
        const length = Math.min(room, count - at)
        found.set(pool.subarray(block + HEAD, block + HEAD + length), at)
        at += length
        room = Math.min(MOST_ROOM, Math.max(FIRST_ROOM, at))
        block = pool[block] as number
      }
      return found.subarray(0, count)
    },
    bytes: () => pool.byteLength + first.byteLength * 4 + found.byteLength,
  }
}

/** The room of the last block of a full list: blocks double what is there, up to the most. */
function lastRoom(count: number): number {
  let [all, room] = [FIRST_ROOM, FIRST_ROOM]
  while (all < count) {
    room = Math.min(MOST_ROOM, all)
    all += room
  }
  return room
}
