import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { runsWithin } from './host-pace.ts'
import { type CheckedSandbox, inSandbox, withSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { assertGone, countInside, newMark, sleeper, untilAlive } from './survivors.ts'

const group = 'limits'

/** Each script starts a process under the mark that tries to live on, and then waits. */
const REFUGEES: [how: string, script: (mark: string) => string][] = [
  ['a-child', (mark) => `${sleeper(mark)} & ${sleeper(mark)} & wait`],
  ['a-session-of-its-own', (mark) => `setsid ${sleeper(mark)} & sleep 60`],
  ['a-double-forked-daemon', (mark) => `(setsid ${sleeper(mark)} & ) ; (${sleeper(mark)} &) ; sleep 60`],
  ['a-program-that-ignores-signals', (mark) => `trap "" TERM INT HUP QUIT; exec -a ${mark} sleep 60`],
  ['a-stopped-process', (mark) => `bash -c 'exec -a ${mark} sleep 60' & sleep 0.05; kill -STOP $!; wait`],
  [
    'a-daemon-behind-a-dead-parent',
    (mark) => `bash -c "setsid bash -c '(${sleeper(mark).replaceAll("'", '\\"')}) & sleep 0.05; exit' &" ; sleep 60`,
  ],
]

/** Time limits to try in turn, for a program that must have begun before its limit: the first is enough unless the host is very busy. */
const TIME_LIMITS_MS = [700, 3000, 10_000]
/** The longest time between a program's limit and the report of its end. */
const LONGEST_ENDING_MS = 2300

/** Runs a program into its time limit; a limit that passed before the program began proves nothing, so a longer one follows. */
async function timeOut(checked: CheckedSandbox, script: string, hasBegun: () => Promise<boolean>): Promise<void> {
  for (const timeoutMs of TIME_LIMITS_MS) {
    let [isOver, wasSeen] = [false, false]
    const running = runsWithin(timeoutMs + LONGEST_ENDING_MS, () => checked.bash(script, { timeoutMs }))
    const over = running.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    while (!wasSeen && !isOver) wasSeen = await Promise.race([hasBegun(), over.then(() => false)])
    assert.equal((await running).endedBy, 'timeout')
    if (wasSeen) return
  }
  assert.fail('it never began')
}

/** Moves on to a new process all the time; each leaves a sign of life. */
const FLEEING = `
import os, time
end = time.time() + 15
while time.time() < end:
    try:
        if os.fork(): os._exit(0)
    except OSError: continue
    with open("alive", "a") as file: file.write("x")`

/** Kill means dead: nothing of a program outlives its end by a limit, by its caller, or with its sandbox. */
export const endingChecks: SandboxCheck[] = [
  ...REFUGEES.map(
    ([how, script]): SandboxCheck => ({
      id: `${how}-does-not-survive-a-timeout`,
      group,
      run: inSandbox(async (checked) => {
        const mark = newMark()
        await timeOut(checked, script(mark), async () => (await countInside(checked, mark)) > 0)
        await assertGone(mark, checked)
      }),
    }),
  ),
  {
    id: 'strays-of-a-program-are-ended-when-that-is-asked-for-and-older-ones-are-not',
    group: 'behaviour',
    run: inSandbox(async (checked) => {
      const [old, young, own] = [newMark(), newMark(), newMark()]
      await checked.bash(`(setsid ${sleeper(old)} &)`)
      await untilAlive(checked, old)
      await delay(50)
      const since = await checked.sandbox.now()
      const program = await checked.sandbox.start([
        '/usr/bin/bash',
        '-c',
        `(setsid ${sleeper(young)} &); exec -a ${own} sleep 60`,
      ])
      await untilAlive(checked, young)
      await untilAlive(checked, own)
      await checked.sandbox.endStrays({ since })
      await assertGone(young, checked)
      for (const mark of [old, own]) await untilAlive(checked, mark)
      await program.signal('SIGKILL')
    }),
  },
  {
    id: 'a-program-that-was-started-and-hit-a-limit-is-known-to-have-ended-by-it',
    group: 'behaviour',
    run: inSandbox(async ({ sandbox, bash }) => {
      const start = async (script: string) => (await sandbox.start(['/usr/bin/bash', '-c', script])).exited
      assert.equal(await sandbox.whyEnded(await start('exit 3')), 'exit')
      assert.equal(await sandbox.whyEnded(await start('head -c 1G /dev/zero > big; exit 1')), 'disk')
      await bash('rm -f big')
      assert.equal(await sandbox.whyEnded(await start('exit 3')), 'exit')
    }),
  },
  {
    id: 'a-process-that-flees-by-forking-does-not-survive-a-timeout',
    group,
    run: inSandbox(async (checked) => {
      const { files } = checked
      const left = () =>
        files.stat('alive').then(
          () => true,
          () => delay(5, false),
        )
      await timeOut(checked, `python3 -I -c '${FLEEING}' & sleep 60`, left)
      // The provider may have ended the whole sandbox to be rid of the program.
      const sign = () => files.read('alive').then(String, (error) => assert.equal(error.code, 'SANDBOX_GONE'))
      const last = await sign()
      await delay(400)
      assert.equal(await sign(), last, 'it lives on')
    }),
  },
  {
    id: 'cancelling-ends-the-program-and-all-it-started',
    group,
    run: inSandbox(async (checked) => {
      const mark = newMark()
      const caller = new AbortController()
      const running = checked.bash(`setsid ${sleeper(mark)} & ${sleeper(mark)}`, { signal: caller.signal })
      await untilAlive(checked, mark, 2)
      caller.abort()
      const run = await running
      assert.deepEqual([run.endedBy, run.exitCode], ['cancelled', null])
      await assertGone(mark, checked)
      assert.equal((await checked.bash('true', { signal: AbortSignal.abort() })).endedBy, 'cancelled')
    }),
  },
  {
    id: 'the-output-limit-ends-all-that-was-started',
    group,
    run: inSandbox(async (checked) => {
      const mark = newMark()
      const started = `until grep -qas '^${mark}' /proc/[0-9]*/cmdline; do sleep 0.01; done`
      const run = await checked.bash(`setsid ${sleeper(mark)} & ${started}; yes`, { outputBytes: 1000 })
      assert.equal(run.endedBy, 'output')
      await assertGone(mark, checked)
    }),
  },
  {
    id: 'an-ending-spares-the-other-programs-of-the-sandbox',
    group,
    run: inSandbox(async ({ sandbox, bash }) => {
      const other = await sandbox.start(['/usr/bin/bash', '-c', 'sleep 60 & wait'])
      await bash('(setsid sleep 50 &)')
      const sleepers = 'grep -las "^sleep" /proc/[0-9]*/cmdline | wc -l'
      await bash(`until [ $(${sleepers}) = 2 ]; do /usr/bin/true; done`)
      assert.equal((await bash('sleep 60', { timeoutMs: 100 })).endedBy, 'timeout')
      const left = await bash(sleepers)
      assert.deepEqual([(await sandbox.processes()).map(({ pid }) => pid), left.stdout.trim()], [[other.pid], '2'])
    }),
  },
  {
    id: 'an-ending-spares-what-an-earlier-program-left-a-moment-before',
    group,
    run: inSandbox(async (checked) => {
      const [mark, daemons] = [newMark(), 8]
      for (let started = 0; started < daemons; started++) {
        await checked.bash(`(setsid ${sleeper(mark)} &)`)
        assert.equal((await checked.bash('sleep 60', { timeoutMs: 30 })).endedBy, 'timeout')
      }
      await untilAlive(checked, mark, daemons)
    }),
  },
  {
    id: 'destroying-a-sandbox-leaves-nothing-alive',
    group,
    quick: true,
    run: async (provider) => {
      const mark = newMark()
      await withSandbox(provider, {}, async (checked) => {
        const script = `setsid ${sleeper(mark)} & (${sleeper(mark)} &); trap "" TERM; ${sleeper(mark)}`
        await checked.sandbox.start(['/usr/bin/bash', '-c', script])
        await untilAlive(checked, mark, 3)
        await checked.control.destroy()
        await assertGone(mark)
      })
    },
  },
]
