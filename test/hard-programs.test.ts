import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { within } from '../src/sandbox/checks/host-pace.ts'
import { type HardText, hardTexts } from './support/hard-texts.ts'
import { expectShortTurn, watched } from './support/main-thread-watch.ts'
import { oneEngine } from './support/one-engine.ts'
import { cpuMs, ERROR } from './support/read-in-bounded-time.ts'

const tools = oneEngine()
const thought = hardTexts([35_000]).find(({ name }) => name.includes('thoughts with code')) as HardText

describe('a text that is no program, sent as one', () => {
  it('delays nobody else: the server goes on, and a short program of another user is run meanwhile', async () => {
    const { engine } = tools()
    const small = { code: 'a = 1\nb = 2\nprint(a + b)\n', language: 'python' }
    await (await engine.run(small, { userId: 'ben' })).result
    const leaving = new AbortController()
    const hard = await engine.run({ code: thought.text, language: 'python' }, { userId: 'ada', signal: leaving.signal })
    const { value, turnMs } = await watched(async () => {
      const ended = await (await engine.run(small, { userId: 'ben' })).result
      await within({ mostMs: 15_000, complaint: 'the hard text was not over' }, () => hard.result)
      return ended
    }).finally(() => leaving.abort())
    expect(value.outcome).toBe('ok')
    expectShortTurn(turnMs)
  })

  it('costs nothing more once its sender has left', async () => {
    const { engine } = tools()
    const leaving = new AbortController()
    const { text } = hardTexts([100_000]).find(({ name }) => name.includes('numbered half code')) as HardText
    const run = await engine.run({ code: text, language: 'python', error: ERROR }, { signal: leaving.signal })
    await pause(300)
    leaving.abort()
    await run.result
    await pause(700)
    const before = cpuMs()
    await pause(1500)
    expect(cpuMs() - before).toBeLessThan(500)
  })
})
