/** The parts of a path that `{name}` stands for, derived from the written path: `/runs/{runId}` has `{ runId: string }`. */
export type PathParams<Path extends string> = string extends Path
  ? Record<string, string>
  : { [Name in NamesIn<Path>]: string }

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
