import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { hardTexts } from './support/hard-texts.ts'
import { oneEngine } from './support/one-engine.ts'

/** Longest delay of a short program while another user sends the hardest ones. */
const MOST_HOLD_UP_MS = 100

const tools = oneEngine()

describe('a text that is no program, sent as one', () => {
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
})
