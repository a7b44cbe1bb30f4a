import type { Invocation, Stage, Value } from '../read/bash-program.ts'

const FARTHEST = 20
const MOST = 200

/** Commands with output that reaches this one through the pipe, the nearest first. */
export function pipedFrom({ previous }: Invocation): Invocation[] {
  const found: Invocation[] = []
  let stage: Stage | undefined = previous
  for (let step = 0; stage && step < FARTHEST && found.length < MOST; step++) {
    found.push(...stage.invocations.slice(0, MOST))
    stage = stage.previous
  }
  return found
}

/** Commands with output in a word, through variables too, and the commands piped into them. */
export const outputsIn = (value: Value): Invocation[] =>
  value.unknowns.flatMap(({ sources }) => sources.flatMap((source) => [source, ...pipedFrom(source)])).slice(0, MOST)

/** All commands with output that this one reads or takes as an argument. */
export function fedBy(invocation: Invocation): Invocation[] {
  const values = [...invocation.args, ...invocation.redirects.map(({ target }) => target)]
  if (invocation.input) values.push(invocation.input)
  return [...pipedFrom(invocation), ...values.flatMap(outputsIn)].slice(0, MOST)
}
