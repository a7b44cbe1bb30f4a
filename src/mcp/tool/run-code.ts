import { z } from 'zod'
import { type RunRequest, runRequest } from '../../contract/run.ts'
import { repairMode } from '../../contract/run-options.ts'
import { followRun } from '../follow-run.ts'
import { mcpTool } from '../mcp-tool.ts'
import { RUN_VIEW } from '../run-view.ts'
import { createdTask } from '../task/task-answer.ts'

const { code, language, input } = runRequest.shape
const hosts = z.array(z.string()).optional().describe('Hosts it may reach')
const timeoutS = z.number().positive().optional()

/** Input of the tools that run a program; a session id is the handle of everything that lasts. */
export const programInput = {
  language: language.unwrap().describe('python, javascript, bash, sql …'),
  code: code.unwrap().describe('The whole program'),
  session: z.string().optional().describe('Id of a session: its variables and files are there'),
  network: hosts,
  timeoutS,
}

const runCodeInput = z.strictObject({
  ...programInput,
  input: input.unwrap().optional().describe('Standard input'),
  files: z.record(z.string(), z.string()).optional().describe('Text files by path, laid out before it starts'),
  repair: repairMode.optional().describe('How far a failing program is repaired'),
  background: z.boolean().optional().describe('Answer with the run id at once'),
})

export const runCode = mcpTool({
  name: 'run_code',
  title: 'Run a program',
  description: ({ limits, network }) =>
    `Run a program in a Linux sandbox and get its output, pictures and files. A program that fails is repaired where that is safe; the answer then has the repaired code. ${limits} ${network}`,
  input: runCodeInput,
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  view: RUN_VIEW,
  async call({ background, ...wanted }, call) {
    const request = { ...runOf(wanted), ...(wanted.files && { files: wanted.files }) }
    if (background !== true) return followRun(request, call)
    const { runId } = await call.client.runs.start(request)
    if (call.takesTasks) return createdTask(runId, { now: Date.now(), retentionDays: call.retentionDays })
    return { content: [{ type: 'text', text: JSON.stringify({ runId, state: 'running' }) }] }
  },
})

type Wanted = Pick<
  z.infer<typeof runCodeInput>,
  'language' | 'code' | 'session' | 'network' | 'timeoutS' | 'input' | 'repair'
>

/** The body of `POST /v1/runs` for a tool's input. */
export function runOf({ language, code, session, network, timeoutS, input, repair }: Wanted): RunRequest {
  return {
    language,
    code,
    ...(input !== undefined && { input }),
    ...(session !== undefined && { session }),
    options: {
      ...(repair && { repair }),
      ...(network && { network: { allow: network } }),
      ...(timeoutS !== undefined && { limits: { timeoutMs: Math.ceil(timeoutS * 1000) } }),
    },
  }
}
