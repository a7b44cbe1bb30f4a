/** What a paper, or the tool that set the measure, prints for a function. */
export interface PublishedValue {
  name: string
  source: string
  cognitive: number
  cyclomatic: number
}
