import { describe, expect, it } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { withEngine } from './support/engine.ts'
import { providerWith } from './support/provider.ts'

describe('a sandbox that lives on its own', () => {
  it('has files, commands, variables of its own, and interpreters that share them', () =>
    withEngine({}, async ({ engine }) => {
      const live = await engine.createSandbox({ env: { COLOUR: 'red' }, metadata: { owner: 'ada' } })
      await live.sandbox.files.write('note.txt', 'written outside')
      const { id } = await live.contexts.create({ language: 'python' })
      const code = 'import os\n(open("note.txt").read(), os.environ["COLOUR"])'
      const { shown } = await live.contexts.execute(id, code)
      expect(shown[0]?.data['text/plain']).toBe("('written outside', 'red')")
      expect(live.metadata).toEqual({ owner: 'ada' })
      await live.destroy()
      await expect(live.contexts.create({ language: 'python' })).rejects.toMatchObject({ code: 'SANDBOX_GONE' })
    }))

  it('gets limits and network like runs, and is refused beyond them', () =>
    withEngine({}, async ({ engine }) => {
      const refused = (request: object) => expect(engine.createSandbox(request)).rejects
      await refused({ limits: { memoryMb: 10_000_000 } }).toMatchObject({ code: 'LIMIT_TOO_HIGH' })
      await refused({ network: { allow: ['169.254.169.254'] } }).toMatchObject({ code: 'NETWORK_REFUSED' })
      await refused({ colour: 'red' }).toMatchObject({ code: 'INVALID_REQUEST' })
      const { contexts, limits } = await engine.createSandbox({ limits: { timeoutMs: 300, outputBytes: 1000 } })
      expect(limits.timeoutMs).toBe(300)
      const { id } = await contexts.create({ language: 'python' })
      await undisturbed(200, async () => {
        expect(await contexts.execute(id, 'while True: pass')).toMatchObject({ endedBy: 'timeout', stateLost: false })
        expect(await contexts.execute(id, 'print("x" * 2000)')).toMatchObject({ endedBy: 'output', stateLost: false })
      })
    }))

  it('counts towards the limits of its user and of the server', () =>
    withEngine({ env: { ANNEAL_LIVE_SANDBOXES: '2', ANNEAL_LIVE_SANDBOXES_PER_USER: '1' } }, async ({ engine }) => {
      const [ada] = await Promise.all([engine.createSandbox({}, { userId: 'ada' }), engine.createSandbox()])
      const refused = (userId: string) => expect(engine.createSandbox({}, { userId })).rejects
      await refused('ada').toMatchObject({
        code: 'SANDBOXES_FULL',
        hint: expect.stringMatching(/LIVE_SANDBOXES_PER_USER/),
        status: 429,
      })
      await refused('bob').toMatchObject({
        code: 'SANDBOXES_FULL',
        hint: expect.stringMatching(/ANNEAL_LIVE_SANDBOXES\b/),
      })
      await ada.destroy()
      await (await engine.createSandbox({}, { userId: 'bob' })).destroy()
    }))

  it('ends with the engine, and none can be made after that', async () => {
    const { live, engine } = await withEngine({}, async ({ engine }) => {
      const live = await engine.createSandbox()
      await live.contexts.create({ language: 'python' })
      return { live, engine }
    })
    await live.ended
    await expect(live.sandbox.exec(['true'])).rejects.toMatchObject({ code: 'SANDBOX_GONE' })
    await expect(engine.createSandbox()).rejects.toMatchObject({ code: 'SERVER_STOPPING' })
  })

  it('is refused where the walls do not stand', () => {
    const sandbox = providerWith({ probe: async () => ({ ok: false, detail: 'no walls' }) })
    return withEngine({ overrides: { sandbox } }, async ({ engine }) => {
      await expect(engine.createSandbox()).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
    })
  })
})
