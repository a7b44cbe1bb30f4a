import type { ActionResult } from 'anneal-contract/action.ts'
import { call, Failure } from '../api/api.ts'

/** Does one action `browser.*` in a session; one that does not end well is thrown in its own words. */
export async function actOnPage<Output>(session: string, type: string, input: object = {}): Promise<Output> {
  const body = { type: `browser.${type}`, input, session }
  const { outcome, output, error } = await call<ActionResult>('/v1/actions', { body })
  if (outcome === 'ok') return output as Output
  throw new Failure({
    ...{ code: error?.code ?? 'ACTION', status: 0, hint: error?.hint ?? '' },
    message: error?.message ?? `The action ended as ${outcome}.`,
  })
}

/** The address that somebody typed: one without a scheme is a web page. */
export const addressOf = (typed: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
