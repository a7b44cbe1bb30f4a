import type { Edge, EdgeCaller, EdgeProgram } from '../../contract/effect.ts'
import type { ExecutionEnd } from '../../contract/run.ts'
import type { Executed, Execution } from '../execution.ts'
import type { Stage, StageContext } from '../stage.ts'

/**
 * Every execution asks at the edge first: the first draft, corrections, tests, in a session or not. A trial asks nobody, and is not
 * run where somebody would have to be asked.
 */
export function askFirst(execute: Stage<Execution, Executed>, edge: Edge): Stage<Execution, Executed> {
  return async (execution, context) => {
    const [program, of] = [programOf(execution), callerOf(execution, context)]
    const isTrial = context.cause === ''
    if (isTrial && !(await edge.isFree(program, of))) return NOT_RUN
    if (!isTrial) await edge.program(program, of)
    // A trial reaches nobody, and the sandbox of a session has asked for itself.
    const { language, code, given } = program
    const asksNobody = isTrial || execution.session !== undefined
    const newHosts = asksNobody ? undefined : await edge.newHosts({ language, code, ...given }, of)
    return execute({ ...execution, newHosts }, context)
  }
}

/** The hosts of a session were asked for when its sandbox was opened. */
const programOf = ({ code, language, request, session }: Execution): EdgeProgram => ({
  ...{ code, language: language.id, hosts: session ? [] : (request.options?.network?.allow ?? []) },
  given: { input: request.input, args: request.args, files: request.files },
})

const callerOf = ({ admission, session, block, attempt }: Execution, context: StageContext): EdgeCaller => ({
  userId: admission.userId ?? '',
  sessionId: session?.id,
  cause: context.cause,
  signal: context.signal,
  passed: admission.passed,
  onAsk: ({ id, title, reason, suggested }) => {
    const type = suggested ? 'approval.suggested' : 'approval.wait'
    context.emit({ type, block, attempt, approvalId: id, title, reason, cause: context.cause })
  },
})

const end: ExecutionEnd = {
  ...{ endedBy: 'killed', exitCode: null, signal: null, durationMs: 0, waitMs: 0, invalidUtf8: false },
}
const NOT_RUN: Executed = { end, stdout: '', stderr: '', isWhole: false }
