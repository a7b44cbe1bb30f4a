/** A small fault in the program: other text in place of a piece of it. */
export interface Mutant {
  edit: [start: number, end: number, text: string]
  line: number
  /** The change in words: `<` → `<=`. */
  change: string
  /** Number of the place that is counted when the piece runs. */
  place: number
}
