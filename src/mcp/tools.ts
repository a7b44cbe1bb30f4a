import type { McpTool } from './mcp-tool.ts'
import { action } from './tool/action.ts'
import { browse } from './tool/browse.ts'
import { checkCode } from './tool/check-code.ts'
import { checkpoint } from './tool/checkpoint.ts'
import { files } from './tool/files.ts'
import { plan } from './tool/plan.ts'
import { repairCode } from './tool/repair-code.ts'
import { runCode } from './tool/run-code.ts'
import { runs } from './tool/runs.ts'
import { session } from './tool/session.ts'
import { shell } from './tool/shell.ts'
import { testCode } from './tool/test-code.ts'

/** All tools, at most twelve: a model reads their list with every question. */
export const MCP_TOOLS: readonly McpTool[] = [
  runCode,
  repairCode,
  testCode,
  checkCode,
  session,
  files,
  shell,
  checkpoint,
  runs,
  action,
  browse,
  plan,
]
