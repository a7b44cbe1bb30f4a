/** How much likelier a language is in questions and answers than the others. */
const OFTEN = 'javascript bash typescript sql'.split(' ')
const USUAL = 'java cpp c go json yaml html ruby php rust csharp prose'.split(' ')
const RARE =
  'ada assembly awk batch cobol coffeescript crystal csv elm erlang fortran fsharp graphql groovy lisp matlab nginx nim ocaml pascal prolog protobuf scheme solidity tcl vb zig'.split(
    ' ',
  )
const PRIORS = new Map<string, number>([
  ['python', 3],
  ...OFTEN.map((label): [string, number] => [label, 2.3]),
  ...USUAL.map((label): [string, number] => [label, 1.5]),
  ...RARE.map((label): [string, number] => [label, 0.4]),
])

export const priorOf = (label: string): number => PRIORS.get(label) ?? 1
