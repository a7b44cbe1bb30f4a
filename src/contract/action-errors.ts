import { row } from './error-row.ts'

/** Failures of actions, tools and questions to people. */
export const actionErrors = {
  UNKNOWN_ACTION: row(422, false, (d: { type: string; known: string[]; meant?: string }) => [
    `There is no action "${d.type}".`,
    d.meant === undefined
      ? `Use one of: ${d.known.join(', ')}.`
      : `Did you mean ${d.meant}? All: ${d.known.join(', ')}.`,
  ]),
  ACTION_NOT_FOUND: row(404, false, (d: { actionId: string }) => [
    `There is no action ${d.actionId}.`,
    'List yours with "anneal action list".',
  ]),
  ACTION_EXISTS: row(409, false, (d: { actionId: string }) => [
    `There is an action ${d.actionId} already; nothing was done again.`,
    'Read how it ended, or begin a new one.',
  ]),
  TOOL_NOT_FOUND: row(422, false, (d: { tool: string; known: string[]; meant?: string }) => [
    `There is no tool "${d.tool}".`,
    d.meant === undefined
      ? `GET /v1/actions/tools lists them: ${d.known.join(', ') || 'there are none'}.`
      : `Did you mean ${d.meant}? GET /v1/actions/tools lists them.`,
  ]),
  TOOL_EXISTS: row(409, false, (d: { tool: string }) => [
    `There is a tool "${d.tool}" already.`,
    'Give it another name.',
  ]),
  TOOL_TIMEOUT: row(504, false, (d: { tool: string; timeoutMs: number }) => [
    `The tool ${d.tool} did not answer in ${d.timeoutMs} ms: it may have taken effect.`,
    'Look whether it did; give the tool more time, or raise ANNEAL_TOOL_TIMEOUT_MS.',
  ]),
  TOOL_FAILED: row(502, false, (d: { tool: string; reason: string }) => [
    `The tool ${d.tool} failed: ${d.reason.replace(/\.$/, '')}.`,
    'Correct the arguments, or look at the tool itself.',
  ]),
  ACTION_INTERRUPTED: row(500, true, (_: object) => [
    'The engine stopped while this action was going on.',
    'Start it again: nothing outside of sandboxes was changed.',
  ]),
  ACTION_UNKNOWN: row(500, false, (_: object) => [
    'The engine stopped while this action was going on outside of sandboxes: it may have taken effect.',
    'Look whether it did, and start it again only if it did not.',
  ]),
  APPROVAL_DENIED: row(403, false, (d: { title: string; why: string }) => [
    `${d.title}: ${d.why}.`,
    'Ask the person who decides; "anneal approvals list" shows the questions.',
  ]),
  APPROVAL_NOT_FOUND: row(404, false, (d: { approvalId: string }) => [
    `There is no question ${d.approvalId}.`,
    'List them with "anneal approvals list".',
  ]),
  APPROVAL_DECIDED: row(409, false, (d: { approvalId: string; state: string }) => [
    `Question ${d.approvalId} has its answer already: ${d.state}.`,
    'Nothing was changed; the next effect of this kind asks again.',
  ]),
  NOT_REPLAYABLE: row(422, false, (d: { subject: string; reason: string; remedy?: string }) => [
    `${d.subject} cannot be done again: ${d.reason}.`,
    d.remedy ?? 'Make checkpoints in the session: a replay begins at the newest one before.',
  ]),
}
