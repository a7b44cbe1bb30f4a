/** What the steps so far have made. */
export interface BuildState {
  /** Ids, the lowest first. */
  layers: string[]
  root?: string
  env: Record<string, string>
  user: string
  /** Null until a step names one: the home of the user. */
  workdir: string | null
}
