import { EngineError } from '../../contract/errors.ts'
import { AgentRefusal, type AgentRequest, SandboxEnded } from './link.ts'

/** Turns the agent's refusals into errors that a caller can act on. */
export function explainRefusal(
  error: unknown,
  { gone, request }: { gone(error: SandboxEnded): Error; request: AgentRequest },
): never {
  if (error instanceof SandboxEnded) throw gone(error)
  if (!(error instanceof AgentRefusal)) throw error
  const path = String(request.path ?? request.from ?? request.root ?? '')
  if (error.code === 'not_found') throw new EngineError('PATH_NOT_FOUND', { path }, { cause: error })
  if (error.code === 'full') throw new EngineError('SANDBOX_FULL', { path }, { cause: error })
  throw new EngineError('PATH_REFUSED', { path, reason: error.message }, { cause: error })
}
