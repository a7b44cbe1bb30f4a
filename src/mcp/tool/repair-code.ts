import { z } from 'zod'
import { programTest } from '../../contract/run.ts'
import { repairMode } from '../../contract/run-options.ts'
import { followRun } from '../follow-run.ts'
import { mcpTool } from '../mcp-tool.ts'
import { RUN_VIEW } from '../run-view.ts'
import { programInput, runOf } from './run-code.ts'

const { input, stdout, code } = programTest.shape

export const repairCode = mcpTool({
  name: 'repair_code',
  title: 'Repair a program',
  description: () =>
    'Repair a program by the error it ended with elsewhere, or until it passes tests. The answer has the repaired code, or says why there is none; each change is run before it is believed.',
  input: z.strictObject({
    ...programInput,
    error: z.string().optional().describe('What it printed when it failed'),
    task: z.string().optional().describe('What it is meant to do'),
    tests: z
      .array(
        z.strictObject({
          input: input.unwrap().optional(),
          stdout: stdout.unwrap().optional().describe('What it must print'),
          code: code.unwrap().optional().describe('Assertions put behind it'),
        }),
      )
      .optional(),
    repair: repairMode.optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  view: RUN_VIEW,
  call: ({ error, task, tests, ...wanted }, call) =>
    followRun(
      {
        ...runOf(wanted),
        ...(error !== undefined && { error }),
        ...(task !== undefined && { task }),
        ...(tests && { tests }),
      },
      call,
    ),
})
