import type { GuardRule, Spot } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { encodedRuns } from './encoded-runs.ts'
import { payloadOf } from './payload-signs.ts'

export const encodedPayload: GuardRule<TextProgram> = {
  id: 'text/encoded-payload',
  family: 'obfuscation',
  severity: 'high',
  title: 'Encoded text in the code is a program',
  why: 'What is encoded is not read by people or by most tools; programs are hidden so to be decoded and run.',
  remedy: 'Write the program as it is, in a file of its own that can be read.',
  cwe: [506],
  find: payloadsOf,
}

/** Enough runs to judge by; a file of data is not decoded to its end. */
const MOST_RUNS = 200

function* payloadsOf({ glued }: TextProgram): Generator<Spot> {
  let looked = 0
  for (const { start, end, how, bytes } of encodedRuns(glued.text)) {
    if (++looked > MOST_RUNS) return
    const payload = payloadOf(bytes)
    if (payload) yield { ...glued.placeOf(start, end), message: `Text written in ${how} is ${payload.what}` }
  }
}
