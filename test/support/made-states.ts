import type { CheckpointInfo } from '../../src/contract/checkpoint.ts'
import type { SessionInfo } from '../../src/contract/session.ts'
import { runCode } from './each-route.ts'
import type { TestEngine } from './engine.ts'

/** States for requests to the routes of sessions and checkpoints. */
export interface MadeStates {
  sessionId: string
  /** A session that can be removed. */
  spareSessionId: string
  checkpointIds: [first: string, second: string, spare: string]
  archive: Uint8Array
}

/** Makes a session with variables and a file, and a checkpoint from before it had them. */
export async function makeStates(tools: TestEngine): Promise<MadeStates> {
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const response = await tools.call(path, { body })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const { id: sessionId } = await ask<SessionInfo>('/v1/sessions', { metadata: { ticket: '7' } })
  const { id: spareSessionId } = await ask<SessionInfo>('/v1/sessions', {})
  const hold = async (label: string) =>
    (await ask<CheckpointInfo>(`/v1/sessions/${sessionId}/checkpoints`, { label })).id
  const first = await hold('first')
  await runCode(tools, {
    code: 'x = [1, 2]\nlock = __import__("threading").Lock()\nwritten = open("a.txt", "w").write("text")\nx',
    language: 'python',
    session: sessionId,
  })
  const checkpointIds: MadeStates['checkpointIds'] = [first, await hold('second'), await hold('spare')]
  const exported = await tools.call(`/v1/checkpoints/${checkpointIds[1]}/archive`)
  return { sessionId, spareSessionId, checkpointIds, archive: new Uint8Array(await exported.arrayBuffer()) }
}
