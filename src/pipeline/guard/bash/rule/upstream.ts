import type { Invocation, Stage, Value } from '../read/bash-program.ts'

const FARTHEST = 20
const MOST = 200

/** Commands whose output comes to this one through the pipe, the nearest first. */
export function pipedFrom({ previous }: Invocation): Invocation[] {
  const found: Invocation[] = []
  let stage: Stage | undefined = previous
  for (let step = 0; stage && step < FARTHEST && found.length < MOST; step++) {
    found.push(...stage.invocations.slice(0, MOST))
    stage = stage.previous
  }
  return found
}

/** Commands whose output is in a word, through variables too, and what is piped into them. */
export const outputsIn = (value: Value): Invocation[] =>
  value.unknowns.flatMap(({ sources }) => sources.flatMap((source) => [source, ...pipedFrom(source)])).slice(0, MOST)

/** Everything whose output a command reads or is given. */
export function fedBy(invocation: Invocation): Invocation[] {
  const values = [...invocation.args, ...invocation.redirects.map(({ target }) => target)]
  if (invocation.input) values.push(invocation.input)
  return [...pipedFrom(invocation), ...values.flatMap(outputsIn)].slice(0, MOST)
}
