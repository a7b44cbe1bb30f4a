import { describe, expect, it } from 'vitest'
import { CHECK_LIMITS } from '../sandbox/checks/in-sandbox.ts'
import { NeverConclusive } from '../sandbox/checks/steadily.ts'
import type { SandboxCheck } from '../sandbox/checks.ts'
import type { Probe, SandboxProvider } from '../sandbox/sandbox.ts'
import { watchSandbox } from './sandbox-watch.ts'

function watched(checks: SandboxCheck[] = [], cannotKeep: Record<string, string> = {}) {
  const state = { now: 0, probes: 0, probe: { ok: true, detail: 'fine' } as Probe | Error }
  const sandbox: SandboxProvider = {
    name: 'told',
    capabilities: new Set(),
    cannotKeep,
    probe: async () => {
      state.probes++
      if (state.probe instanceof Error) throw state.probe
      return state.probe
    },
    create: () => Promise.reject(new Error('not asked for')),
    sweep: async () => {},
  }
  return { state, watch: watchSandbox({ sandbox, checks, selfTest: true, clock: () => state.now }) }
}

describe('the watch over the sandbox', () => {
  it('trusts walls that stood for a minute, however many ask', async () => {
    const { state, watch } = watched()
    await Promise.all(Array.from({ length: 20 }, () => watch.assertStanding()))
    state.now = 59_999
    await watch.assertStanding()
    expect(state.probes).toBe(1)
    state.now = 60_000
    await watch.assertStanding()
    expect(state.probes).toBe(2)
  })

  it('refuses runs while a wall is down, with the remedy, and looks again soon', async () => {
    const { state, watch } = watched()
    state.probe = { ok: false, detail: 'a wall is down', remedy: 'Build it up.' }
    await expect(watch.assertStanding()).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE', hint: 'Build it up.' })
    state.probe = { ok: true, detail: 'fine' }
    state.now = 1999
    await expect(watch.assertStanding()).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
    state.now = 2000
    await watch.assertStanding()
  })

  it('passes a bug of the probe on to the caller, and looks again soon', async () => {
    const { state, watch } = watched()
    state.probe = new TypeError('a bug')
    await expect(watch.assertStanding()).rejects.toThrow('a bug')
    state.probe = { ok: true, detail: 'fine' }
    state.now = 2000
    await watch.assertStanding()
  })

  it('tries each check in pooled sandboxes too, where runs get those', async () => {
    const asked: (string | undefined)[] = []
    const sandbox: SandboxProvider = {
      name: 'warm',
      capabilities: new Set(),
      probe: async () => ({ ok: true, detail: 'fine' }),
      create: async ({ warm }) => {
        asked.push(warm)
        throw new Error(warm ? 'this wall does not stand' : 'only looked at')
      },
      sweep: async () => {},
    }
    const run: SandboxCheck['run'] = async (provider) => {
      const made = provider.create({ limits: CHECK_LIMITS }, new AbortController().signal)
      await made.catch((error: Error) => {
        if (error.message !== 'only looked at') throw error
      })
    }
    const checks: SandboxCheck[] = [{ id: 'wall', group: 'kernel', quick: true, run }]
    const watch = watchSandbox({ sandbox, checks, selfTest: true, warm: 'plain', clock: () => 0 })
    await expect(watch.assertStanding()).rejects.toMatchObject({ message: expect.stringContaining('does not stand') })
    expect(asked).toEqual([undefined, 'plain'])
  })

  it('neither tries nor lists checks that the provider cannot keep', async () => {
    const run = () => Promise.reject(new Error('tried'))
    const { watch } = watched([{ id: 'wall', group: 'limits', quick: true, run }], { wall: 'it has none' })
    await watch.assertStanding()
    expect(watch.list()).toEqual([])
  })

  it('tries the quick checks before the first run, and refuses runs while one of them fails', async () => {
    let holds = false
    const tried: string[] = []
    const check = (id: string, quick: boolean): SandboxCheck => ({
      id,
      group: 'kernel',
      ...(quick && { quick: true as const }),
      run: async () => {
        tried.push(id)
        if (!holds) throw new Error('it went through')
      },
    })
    const { state, watch } = watched([check('quick-one', true), check('slow-one', false)])
    await expect(watch.assertStanding()).rejects.toThrow('quick-one (it went through)')
    holds = true
    state.now = 2000
    await watch.assertStanding()
    state.now = 100_000
    await watch.assertStanding()
    expect(tried, 'not again once it has passed').toEqual(['quick-one', 'quick-one'])
    expect(await watch.check('slow-one')).toMatchObject({ id: 'slow-one', ok: true })
    await expect(watch.check('no-such')).rejects.toMatchObject({ code: 'CHECK_NOT_FOUND' })
  })

  it('tells walls that a busy host could not prove from fallen ones, and refuses runs in front of both', async () => {
    let end: Error | undefined = new NeverConclusive({ message: 'it took too long' })
    const run = async () => {
      if (end) throw end
    }
    const { state, watch } = watched([{ id: 'wall', group: 'limits', quick: true, run }])
    expect(await watch.check('wall')).toMatchObject({ ok: false, inconclusive: true, problem: 'it took too long' })
    await expect(watch.assertStanding()).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('too busy to tell whether these walls stand: wall'),
      hint: expect.stringContaining('Nothing is known to be broken'),
    })
    end = new Error('it went through')
    expect(await watch.check('wall')).toEqual(expect.not.objectContaining({ inconclusive: true }))
    end = undefined
    state.now = 2000
    await watch.assertStanding()
  })
})
