import type { RunResult } from '../../src/contract/run.ts'
import { routesOf } from '../../src/server/app.ts'
import type { Route } from '../../src/server/http/route.ts'
import type { TestEngine } from './engine.ts'

export const NO_RUN = 'run000000000000000000000'
export const NO_KEY = 'key000000000000000000000'
export const NO_TOKEN = 'tok000000000000000000000'
export const NO_SESSION = 'ses000000000000000000000'
export const NO_CHECKPOINT = 'chk000000000000000000000'
export const NO_TASK = 'tsk000000000000000000000'
export const NO_VOLUME = 'no-volume'

const PLAIN: Record<string, string> = {
  runId: NO_RUN,
  keyId: NO_KEY,
  tokenId: NO_TOKEN,
  sessionId: NO_SESSION,
  checkpointId: NO_CHECKPOINT,
  taskId: NO_TASK,
  other: NO_CHECKPOINT,
  name: NO_VOLUME,
  user: 'nobody',
  path: 'a.txt',
  actionId: 'act000000000000000000000',
  approvalId: 'apr000000000000000000000',
}

/** Every route, with a path in which all parts have the right form. */
export function eachRoute(tools: TestEngine): (Route & { name: string; plainPath: string })[] {
  return routesOf(tools.engine).map((route) => ({
    ...route,
    name: `${route.method} ${route.path.replace('*}', '}')}`,
    plainPath: route.path.replace(/\{(\w+)\*?\}/g, (whole, name) => PLAIN[name] ?? whole),
  }))
}

export async function runCode(tools: Pick<TestEngine, 'call'>, body: object, key?: string): Promise<RunResult> {
  const response = await tools.call('/v1/runs', { body, ...(key !== undefined && { key }) })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as RunResult
}
