import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { undisturbed, within } from '../src/sandbox/checks/host-pace.ts'
import { type HardText, hardTexts } from './support/hard-texts.ts'
import { expectShortTurn, watched } from './support/main-thread-watch.ts'
import { oneEngine } from './support/one-engine.ts'
import { cpuMs, ERROR } from './support/read-in-bounded-time.ts'

/** Longest delay of a short program while another user sends the hardest ones. */
const MOST_HOLD_UP_MS = 100

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

  it('delays the short program of another user by at most 100 ms, however many of them one user sends', async () => {
    const { engine } = tools()
    let sent = 0
    /** Another program each time, since earlier readings are cached. */
    const guarded = async () => {
      const begunMs = performance.now()
      const code = `a = ${sent++}\nprint(a)\n`
      await engine.inTurnOf('ben', () => engine.quality.guard({ code, language: 'python' }, 'ben'))
      return performance.now() - begunMs
    }
    const worstOf = async (times: number) => {
      const tookMs: number[] = []
      for (let time = 0; time < times; time++) tookMs.push(await guarded())
      return Math.max(...tookMs)
    }
    await worstOf(20)
    // The spare thread is warm by then, as in a server that has run for a while.
    await pause(2_000)
    await undisturbed(MOST_HOLD_UP_MS, async () => {
      const aloneMs = await worstOf(10)
      const leaving = new AbortController()
      const flood = hardTexts([9_000, 100_000]).map(({ text }) =>
        engine.inTurnOf('ada', () => engine.detect(text, leaving.signal).catch(() => {})),
      )
      await pause(50)
      const meanwhileMs = await worstOf(10)
      leaving.abort()
      await Promise.all(flood)
      expect(meanwhileMs - aloneMs).toBeLessThan(MOST_HOLD_UP_MS)
    })
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
