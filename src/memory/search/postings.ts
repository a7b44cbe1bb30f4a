/** For each term the documents that have it, as numbers: 24 bits of document, 8 bits of weight. */
export interface Postings {
  add(term: number, document: number, weight: number): void
  /** Number of documents with the term, the removed ones included. */
  count(term: number): number
  each(term: number): Uint32Array
  bytes(): number
}

const FIRST_ROOM = 4
const MOST_WEIGHT = 255

const NONE = new Uint32Array(0)

export function createPostings(): Postings {
  const lists: Uint32Array[] = []
  const lengths: number[] = []
  return {
    add(term, document, weight) {
      const at = lengths[term] ?? 0
      let list = lists[term]
      if (!list || at === list.length) {
        const grown = new Uint32Array(list ? list.length * 2 : FIRST_ROOM)
        if (list) grown.set(list)
        lists[term] = list = grown
      }
      list[at] = document * 256 + Math.min(MOST_WEIGHT, weight)
      lengths[term] = at + 1
    },
    count: (term) => lengths[term] ?? 0,
    each: (term) => lists[term]?.subarray(0, lengths[term]) ?? NONE,
    bytes: () => lists.reduce((total, list) => total + (list?.byteLength ?? 0), 0),
  }
}
