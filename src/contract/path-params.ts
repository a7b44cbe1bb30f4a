/** The parts of a path that `{name}` stands for, and `{name*}` for all that follows, derived from the written path: `/runs/{runId}` has `{ runId: string }`. */
export type PathParams<Path extends string> = string extends Path
  ? Record<string, string>
  : { [Name in NamesIn<Path>]: string }

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Bare<Name> | NamesIn<Rest>
  : never

type Bare<Name extends string> = Name extends `${infer Rest}*` ? Rest : Name
