import { EngineError } from '../../contract/errors.ts'
import { RemoteFailure, type RemoteProblem } from './remote.ts'

const REMEDIES: Record<RemoteProblem, string> = {
  key: 'Set ANNEAL_E2B_API_KEY to a key that this server accepts, and ANNEAL_E2B_API_URL to where it was made.',
  refused: 'See docs/guide/providers.md for what the server and its template must have; "anneal doctor" tries it.',
  busy: 'It was tried four times. Look whether the server can be reached; "anneal doctor" tries it.',
}

/** Explains a failure by the server's refusal, or else by the last output of the command in the sandbox. */
export function explainFailure(error: unknown, { place, complaint }: { place: string; complaint: string }): unknown {
  if (error instanceof EngineError) return error
  const problem = error instanceof RemoteFailure ? error.problem : 'refused'
  const said = error instanceof RemoteFailure ? error.message : complaint.trim().split('\n').at(-1)
  const reason = `${place}: ${said || 'the sandbox ended before its agent spoke'}`
  return new EngineError('SANDBOX_UNAVAILABLE', { reason, remedy: REMEDIES[problem] }, { cause: error })
}
