import {
  acceptedContent,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Approval } from '../contract/approval.ts'
import { approvalId, runId } from '../contract/id.ts'
import { ApiError, type Client } from '../sdk/sdk.ts'

/** The person behind a client that can ask them. */
export interface Person {
  /** The run that waits for the answer which this call brings. */
  waitingRun: string | undefined
  /** Whether the call stays open while they are asked. */
  isCalling: boolean
  /**
   * Hands their answer to a question in, where this call brings it. Gives the question to ask otherwise; nothing where it is answered, or
   * where others have to answer it.
   */
  meet(question: { runId: string; approvalId: string }): Promise<InputRequiredResult | undefined>
}

interface Asker {
  client: Client
  progress(message: string): void
  isCalling: boolean
}

/**
 * Answers reach us beside the arguments of a tool, from the client: a model, which writes the arguments alone, cannot give one. A call
 * is repeated with the answer; clients of 2025-11-25 are asked while it goes on, and the SDK repeats it.
 */
export function personOf({ mcpReq }: ServerContext, { client, progress, isCalling }: Asker): Person {
  const { inputResponses } = mcpReq
  const [name] = Object.keys(inputResponses ?? {})
  const brought = name === undefined ? undefined : namesIn(name)
  return {
    isCalling,
    waitingRun: brought?.run,
    async meet(question) {
      if (brought?.approval === question.approvalId) {
        // Anything but a yes is a no: also a form that was closed, or an answer without a choice.
        const isYes = acceptedContent<{ decision?: unknown }>(inputResponses, name ?? '')?.decision === YES
        if (!(await decide(client, question.approvalId, isYes))) progress('an admin has to answer')
        return undefined
      }
      const approval = await client.approvals.get(question.approvalId, { signal: mcpReq.signal })
      return approval.state === 'waiting' ? questionOf(question.runId, approval) : undefined
    },
  }
}

const YES = 'approve once'

/** The question is asked under this name, so that its answer finds the run on every server. */
const nameOf = (run: string, approval: string): string => `${run}.${approval}`

function namesIn(name: string): { run: string; approval: string } {
  const [run = '', approval = '', ...more] = name.split('.')
  if (runId.safeParse(run).success && approvalId.safeParse(approval).success && more.length === 0)
    return { run, approval }
  throw new Error('This answers no question of this server. Call the tool again without it.')
}

/** Whether the question is decided, by this answer or one before it; false where this person may not answer it. */
async function decide(client: Client, id: string, isYes: boolean): Promise<boolean> {
  try {
    await client.approvals.decide(id, isYes ? { decision: 'approve', for: 'once' } : { decision: 'deny' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'FORBIDDEN') return false
    if (error.code !== 'APPROVAL_DECIDED') throw error
  }
  return true
}

/** A person reads this much at most; a longer one is looked at elsewhere by its id. */
const MOST_CHARACTERS = 4000

function questionOf(run: string, { id, title, reason, arguments: given }: Approval): InputRequiredResult {
  const exactly = JSON.stringify(given, undefined, 2)
  const cut = exactly.length > MOST_CHARACTERS
  const shown = cut ? `${exactly.slice(0, MOST_CHARACTERS)}… (shown in part; the whole is question ${id})` : exactly
  return inputRequired({
    inputRequests: {
      [nameOf(run, id)]: inputRequired.elicit({
        message: `May this be done? ${title}\nAsked by ${reason}. Exactly:\n${shown}`,
        requestedSchema: {
          type: 'object',
          properties: { decision: { type: 'string', title: 'Decision', enum: [YES, 'deny'] } },
          required: ['decision'],
        },
      }),
    },
  })
}
