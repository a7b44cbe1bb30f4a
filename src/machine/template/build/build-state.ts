/** The result of the steps so far. */
export interface BuildState {
  /** Ids, the lowest first. */
  layers: string[]
  root?: string
  env: Record<string, string>
  user: string
  /** Null, for the home of the user, until a step names one. */
  workdir: string | null
}
