import type { RunResult } from '../../src/contract/run.ts'
import { runCode } from '../support/each-route.ts'
import type { TestEngine } from '../support/engine.ts'
import type { Cell, Conversation } from './conversation.ts'

export interface TalkParts extends Pick<Conversation, 'language' | 'probe'> {
  call: TestEngine['call']
  key: string
  sessionId: string
}

/** One session, used through the HTTP API. */
export function talkIn({ call, key, sessionId, language, probe }: TalkParts) {
  const run = async ({ code, timeoutMs, outputBytes }: Cell) => {
    const limits = { ...(timeoutMs && { timeoutMs }), ...(outputBytes && { outputBytes }) }
    const options = { attempts: 1, ...(Object.keys(limits).length > 0 && { limits }) }
    const result: RunResult = await runCode({ call }, { code, language, session: sessionId, options }, key)
    const attempt = result.blocks[0]?.attempts[0]
    if (!attempt) throw new Error(`no attempt: ${JSON.stringify(result)}`)
    return { outcome: result.outcome, attempt }
  }
  return {
    run,
    /** The whole state, as text. */
    async look(): Promise<string> {
      const { outcome, attempt } = await run({ code: probe })
      if (outcome !== 'ok') throw new Error(`the probe ended as ${outcome}: ${attempt.stdout}\n${attempt.stderr}`)
      return attempt.stdout + attempt.results.map(({ data }) => data['text/plain']).join('\n')
    },
  }
}

export type Talk = ReturnType<typeof talkIn>
