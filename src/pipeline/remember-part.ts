import { createRemember, type RememberParts } from './remember/create-remember.ts'
import type { StagePart } from './stage-part.ts'

/** The stage that remembers, where memory is on. */
export function rememberPart({ isOn, ...parts }: RememberParts & { isOn: boolean }): StagePart<undefined> {
  return { api: undefined, ...(isOn && { stages: { remember: createRemember(parts) } }) }
}
