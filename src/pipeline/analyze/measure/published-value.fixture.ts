/** The measures of a function as published in a paper, or printed by the tool that defines the measure. */
export interface PublishedValue {
  name: string
  source: string
  cognitive: number
  cyclomatic: number
}
