/** A small fault in the program: text instead of a piece of it. */
export interface Mutant {
  edit: [start: number, end: number, text: string]
  line: number
  /** In words: `<` → `<=`. */
  change: string
  /** Number of the place that is counted when the piece runs. */
  place: number
}
