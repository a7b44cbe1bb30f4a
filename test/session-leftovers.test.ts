import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import { ADA, cellsIn, sessionsOfOneEngine } from './support/cells.ts'
import { withEngine } from './support/engine.ts'
import { markedSleep, untilStarted } from './support/processes.ts'
import { SMALL, survivesBomb } from './support/spawn-bombs.ts'

const inSession = sessionsOfOneEngine()
/** Cells here are bounded by a second at least, which a host that is busy with others may take from them. */
const onQuietHost: typeof inSession = (use) => undisturbed(1000, () => inSession(use))

describe('work that a JavaScript cell has started when its last statement is done', () => {
  it.each([
    ['a timer', 'setTimeout(() => console.log("late"), 200); console.log("now")'],
    [
      'a promise that nobody awaits',
      'void (async () => { await new Promise((r) => setTimeout(r, 50)); console.log("late") })(); console.log("now")',
    ],
    [
      'a program',
      'require("child_process").exec("sleep 0.2; echo late", (_, out) => process.stdout.write(out)); console.log("now")',
    ],
    [
      'a thread',
      'new (require("worker_threads").Worker)("setTimeout(() => {}, 200)", { eval: true }).on("exit", () => console.log("late")); console.log("now")',
    ],
  ])('%s is waited for, and its output is reported', (_what, code) =>
    inSession(async ({ cell }) => {
      for (const language of ['javascript', 'typescript'])
        expect(await cell(code, language)).toMatchObject({ outcome: 'ok', stdout: 'now\nlate\n', stderr: '' })
    }),
  )

  it('is named when it takes too long, and delays no later cell', () =>
    onQuietHost(async ({ cell }) => {
      const left = await cell('var ticks = 0; setInterval(() => { ticks++ }, 20)', 'javascript')
      expect(left).toMatchObject({
        outcome: 'ok',
        stderr: expect.stringMatching(/^\[still at work, .*: 1 × timer\]\n$/),
      })
      expect(left.durationMs).toBeLessThan(8000)
      expect(left.state?.lost).toContainEqual(expect.objectContaining({ what: 'Timeout', language: 'javascript' }))
      const next = await cell('ticks > 10', 'javascript')
      expect(next).toMatchObject({ outcome: 'ok', shown: 'true', stderr: '' })
      expect(next.durationMs).toBeLessThan(1000)
    }))

  it('is not waited for when it is a server, which lives on for the next cell', () =>
    onQuietHost(async ({ cell }) => {
      const served = await cell('require("http").createServer((_, r) => r.end("here")).listen(8123)', 'javascript')
      expect(served).toMatchObject({ outcome: 'ok', stderr: '' })
      expect(served.durationMs).toBeLessThan(3000)
      const asked = 'await (await fetch("http://127.0.0.1:8123")).text()'
      expect(await cell(asked, 'javascript')).toMatchObject({ outcome: 'ok', shown: "'here'" })
    }))

  it('fails only the cell that started it: the error of an old timer is shown to the running cell, and is not its failure', () =>
    inSession(async ({ cell }) => {
      const timer =
        'var goesOff = false, t = setInterval(() => { if (goesOff) { clearInterval(t); throw new Error("old") } }, 20)'
      await cell(timer, 'javascript')
      const later = await cell('goesOff = true; await new Promise((r) => setTimeout(r, 1000)); 5', 'javascript')
      expect(later).toMatchObject({ outcome: 'ok', shown: '5', stderr: expect.stringContaining('Error: old') })
    }))
})

describe('a session whose sandbox is spoilt', () => {
  it('spawn bomb: a session outlives the processes that a successful cell of Python leaves behind', () =>
    inSession((session) => survivesBomb(session, 'python'), SMALL))

  it('returns to its saved state when its sandbox dies under a cell, and says what happened', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell('kept = 42; open("f", "w").write("one")')
      const sleep = markedSleep(20)
      const dying = cell(`open("f", "w").write("two"); import subprocess; subprocess.run("${sleep}", shell=True)`)
      await untilStarted(sleep)
      await engine.sessions.memory.loaded(id)?.live.destroy()
      expect(await dying).toMatchObject({ outcome: 'failed', endedBy: 'killed', state: { kept: false, undo: 'saved' } })
      expect(await cell('kept, open("f").read()')).toMatchObject({ outcome: 'ok', shown: "(42, 'one')" })
    }))

  it('is free for other engines when its sandbox died by itself', () =>
    withEngine({}, async ({ engine, home }) => {
      const { id } = await engine.sessions.create({}, ADA.userId)
      await cellsIn(engine, id)('kept = 42')
      const store = await openSqlite({ file: join(home, 'anneal.db') })
      try {
        expect((await store.sessions.get(id))?.engineId).toEqual(expect.any(String))
        await engine.sessions.memory.loaded(id)?.live.destroy()
        await expect.poll(async () => (await store.sessions.get(id))?.engineId).toBeNull()
      } finally {
        await store.close()
      }
      expect((await cellsIn(engine, id)('kept')).shown).toBe('42')
    }))
})

const LOOP = 'while :; do echo x >> late; sleep 0.1; done'

describe('a daemon with a session of its own, of an attempt that is undone', () => {
  it.each([
    ['python', `import subprocess\nsubprocess.Popen(["bash", "-c", "${LOOP}"], start_new_session=True)\n1 / 0`],
    [
      'python',
      `import socket, subprocess\ns = socket.socket()\nsubprocess.Popen(["bash", "-c", "(${LOOP}) &"], start_new_session=True).wait()\n1 / 0`,
    ],
    [
      'javascript',
      `require("child_process").spawn("bash", ["-c", "${LOOP}"], { detached: true, stdio: "ignore" }).unref(); null.x`,
    ],
    ['bash', `setsid bash -c '(${LOOP}) &' >/dev/null 2>&1; false`],
    ['ruby', `fork { Process.setsid; exec("bash", "-c", "${LOOP}") }; sleep 0.2; exit 1`],
  ])('does not outlive it in %s', (language, code) =>
    inSession(async ({ cell }) => {
      await cell('import socket\nheld = socket.socket()\nkept = 1')
      expect((await cell(code, language)).outcome).toBe('failed')
      expect(await cell('sleep 0.5; ls; pgrep -f "[e]cho x" || true', 'bash')).toMatchObject({
        outcome: 'ok',
        stdout: '',
      })
    }),
  )

  it('does not outlive it when its sandbox hears of the undo late', () =>
    inSession(async ({ engine, id, cell }) => {
      await cell('kept = 1')
      const sandbox = engine.sessions.memory.loaded(id)?.live.sandbox
      if (!sandbox) throw new Error('it is in memory')
      const { endStrays } = sandbox
      vi.spyOn(sandbox, 'endStrays').mockImplementation(async (born) => {
        await delay(300)
        return endStrays(born)
      })
      expect((await cell(`setsid bash -c '(${LOOP}) &' >/dev/null 2>&1; false`, 'bash')).outcome).toBe('failed')
      expect(await cell('ls; pgrep -f "[e]cho x" || true', 'bash')).toMatchObject({ outcome: 'ok', stdout: '' })
    }))
})

it('an automatic checkpoint saves nothing twice', () =>
  withEngine({ env: { ANNEAL_CHECKPOINT_EVERY: '1' } }, async ({ engine }) => {
    const { id } = await engine.sessions.create({}, ADA.userId)
    const cell = cellsIn(engine, id)
    await cell('x = 1')
    const session = engine.sessions.memory.loaded(id)
    if (!session) throw new Error('it is in memory')
    const read = vi.spyOn(session.live.sandbox.trees, 'read')
    await cell('x = 2')
    expect(read.mock.calls.filter(([{ contents }]) => contents)).toHaveLength(1)
    const [made] = await engine.sessions.checkpoints.list({ ...ADA, sessionId: id, limit: 1 })
    expect(made).toMatchObject({ kind: 'regular', executions: 2 })
  }))
