import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../contract/event.ts'
import { exited, helloRun, RUN_ID, stamp, tellRun } from '../../sdk/story.fixture.ts'
import { createFakeHost, type FakeHostOptions, shownBy } from '../fake-host.fixture.ts'
import { createRunView, type RunViewOptions } from './run-view.ts'

const onTerminal: FakeHostOptions = { terminal: { stdout: true, stderr: true } }

/** Shows events with a tick of the clock before and after each, and ends as commands do. */
async function show(events: RunEvent[], options: FakeHostOptions & Omit<RunViewOptions, 'host' | 'attempts'> = {}) {
  const fake = createFakeHost(options)
  const view = createRunView({ host: fake.host, attempts: 3, paths: options.paths, quiet: options.quiet })
  const snapshots: string[] = []
  for (const event of events) {
    fake.seen.now += 100
    fake.tick()
    snapshots.push(shownBy(fake.seen.terminal))
    await view.show(event)
  }
  view.close()
  return { ...fake.seen, snapshots, ticking: fake.ticking() }
}

const failing = tellRun([
  {
    code: 'x = 1\n\nprint(1 + foo)\n',
    output: [{ stream: 'stderr', text: "NameError: name 'foo' is not defined\n" }],
    end: { exitCode: 1, error: { type: 'NameError', message: "name 'foo' is not defined", line: 3, column: 11 } },
  },
])

describe('the view of a run', () => {
  it('passes output on unchanged and closes with one line on stderr', async () => {
    const { stdout, stderr } = await show(helloRun())
    expect(stdout).toBe('42\n')
    expect(stderr).toBe(`✔ ok in 34 ms · python · ${RUN_ID}\n`)
  })

  it('keeps the two streams of the program apart, byte for byte', async () => {
    const output = [
      { stream: 'stdout', text: '\u001b[31mred' },
      { stream: 'stderr', text: 'warn\r\n' },
      { stream: 'stdout', text: ' end\u001b[0m' },
    ] as const
    const { stdout, stderr } = await show(tellRun([{ code: 'x', output: [...output] }]))
    expect(stdout).toBe('\u001b[31mred end\u001b[0m')
    expect(stderr).toBe(`warn\r\n✔ ok in 34 ms · python · ${RUN_ID}\n`)
  })

  it('shows the error, the line and a caret under the column', async () => {
    const { stderr } = await show(failing, { paths: ['sums.py'] })
    expect(stderr).toBe(`NameError: name 'foo' is not defined
✖ NameError: name 'foo' is not defined
  at sums.py:3:11
  1 │ x = 1
  2 │
  3 │ print(1 + foo)
    │           ^
✖ failed in 34 ms · python · exit code 1 · ${RUN_ID}
`)
  })

  it('names the reason when a program did not end by itself, and the remedy', async () => {
    const end = { endedBy: 'timeout', exitCode: null, durationMs: 2003 } as const
    const { stderr } = await show(tellRun([{ code: 'while True: pass', output: [], end }]))
    expect(stderr).toBe(`✖ timeout after 2 s
  Give it longer with --timeout SECONDS, or look for what never ends.
✖ failed in 34 ms · python · ${RUN_ID}
`)
  })

  it('heads each block of an answer and names those that are not run', async () => {
    const events = tellRun(
      [
        { code: 'print(1)', output: [{ stream: 'stdout', text: '1\n' }], found: { line: 3 } },
        {
          code: 'a: 1',
          output: [],
          found: { language: null, line: 9, executable: false, reason: '"yaml" is not run here' },
        },
        { code: 'echo 2', output: [{ stream: 'stdout', text: '2\n' }], found: { language: 'bash', line: 14 } },
      ],
      'text',
    )
    const { terminal } = await show(events, onTerminal)
    expect(shownBy(terminal)).toBe(`── block 1 of 3 · python · line 3
1
── not run · line 9 · "yaml" is not run here
── block 3 of 3 · bash · line 14
2
✔ ok in 34 ms · python, bash · 2 blocks · ${RUN_ID}
`)
  })

  it('names the place in the answer, and the blocks that were not reached', async () => {
    const broken = {
      code: 'x = 1\nboom()',
      output: [],
      found: { line: 5 },
      end: { exitCode: 1, error: { type: 'NameError', message: 'boom', line: 2, column: 1 } },
    }
    const events = tellRun([broken, { code: 'print(2)', output: [], found: { line: 12 } }], 'text')
    const reached = events.filter((event) => !('block' in event && event.block === 1) || event.type === 'block.found')
    const { stderr } = await show(reached, { paths: ['answer.md'] })
    expect(stderr).toBe(`── block 1 of 2 · python · line 5
✖ NameError: boom
  at answer.md:6
  1 │ x = 1
  2 │ boom()
    │ ^
── not run · python · line 12 · the run ended before it
✖ failed in 34 ms · python · exit code 1 · ${RUN_ID}
`)
  })

  it('says when there was no code to run', async () => {
    const { stderr } = await show(tellRun([], 'text'))
    expect(stderr).toBe(`✔ ok in 34 ms · no code found · ${RUN_ID}\n`)
  })

  it('shows each further attempt with its strategy and difference, and says that the program was changed before it says ok', async () => {
    const found = helloRun().filter(({ type }) => type === 'block.found')
    const changed = stamp([
      { type: 'attempt.start', block: 0, attempt: 2, code: 'y', diff: '-x\n+y\n', strategy: 'rename' },
      { type: 'attempt.end', block: 0, attempt: 2, language: 'python', ...exited, waitMs: 1500 },
      { type: 'run.end', outcome: 'ok', durationMs: 90 },
    ])
    const { stderr } = await show([...found, ...changed])
    expect(stderr).toBe(`↻ attempt 2 of 3 · rename
  -x
  +y
↻ the program was changed: rename
✔ ok in 90 ms · python · repaired · 2 attempts · waited 1.5 s for a sandbox · ${RUN_ID}
`)
  })

  it('shows an error of the engine with its hint, once', async () => {
    const notStarted = { ...exited, endedBy: 'killed', exitCode: null, durationMs: 0 } as const
    const error = { code: 'SANDBOX_UNAVAILABLE', message: 'No sandbox.', hint: 'Install one.', retry: false }
    const events = stamp([
      { type: 'attempt.start', block: 0, attempt: 1, code: 'x' },
      { type: 'attempt.end', block: 0, attempt: 1, language: 'python', ...notStarted },
      { type: 'run.end', outcome: 'error', durationMs: 3, error },
    ])
    expect((await show(events)).stderr).toBe(`✖ No sandbox.
  Install one.
✖ given up after 3 ms · python · ${RUN_ID}
`)
  })

  it('says nothing of its own in quiet mode', async () => {
    const { stdout, stderr, terminal } = await show(helloRun(), { ...onTerminal, quiet: true })
    expect([stdout, stderr, terminal]).toEqual(['42\n', '', '42\n'])
  })

  it('lets no output of a program forge our lines or colours', async () => {
    const error = { type: 'E\u001b[2J', message: 'a\u202eb\n✔ ok\u0007', line: 1, column: 3 }
    const { stderr } = await show(tellRun([{ code: '\t\u001b]0;x\u0007y', output: [], end: { exitCode: 1, error } }]))
    expect(stderr).toBe(`✖ E␛[2J: a<U+202E>b
  ✔ ok␇
  1 │     ␛]0;x␇y
    │      ^
✖ failed in 34 ms · python · exit code 1 · ${RUN_ID}
`)
  })

  it('colours only our own lines', async () => {
    const { stdout, stderr } = await show(helloRun(), { colours: true })
    expect(stdout).toBe('42\n')
    expect(stderr).toContain('\u001b[32m✔\u001b[39m ok in 34 ms')
  })
})

describe('the live status', () => {
  it('names the stage, the attempt and the time, below the output', async () => {
    const { snapshots } = await show(failing, onTerminal)
    expect(snapshots[0]).toBe('⠋ starting · 0.1 s')
    expect(snapshots[2]).toBe('⠹ detect · 0.3 s')
    expect(snapshots.at(-3)).toBe("NameError: name 'foo' is not defined\n⠧ execute · attempt 1/3 · 0.8 s")
  })

  it('leaves nothing behind', async () => {
    const { terminal, ticking } = await show(helloRun(), onTerminal)
    expect(shownBy(terminal)).toBe(`42\n✔ ok in 34 ms · python · ${RUN_ID}\n`)
    expect(ticking).toBe(0)
  })

  it('never lands in a line that the program has not finished', async () => {
    const output = ['loading', '.', '.', ' done\n'].map((text) => ({ stream: 'stdout' as const, text }))
    const { terminal, snapshots } = await show(tellRun([{ code: 'x', output }]), onTerminal)
    expect(snapshots.filter((shown) => shown.startsWith('load'))).toEqual(
      expect.arrayContaining(['loading', 'loading.', 'loading..']),
    )
    expect(shownBy(terminal)).toBe(`loading.. done\n✔ ok in 34 ms · python · ${RUN_ID}\n`)
  })

  it('starts our own lines on a new line, in our own style', async () => {
    const { terminal } = await show(
      tellRun([{ code: 'x', output: [{ stream: 'stdout', text: '\u001b[31mhalf' }] }]),
      onTerminal,
    )
    expect(terminal.endsWith(`half\u001b[0m\n✔ ok in 34 ms · python · ${RUN_ID}\n`)).toBe(true)
  })

  it('is not drawn without a terminal, and fits narrow terminals', async () => {
    expect((await show(helloRun(), { terminal: { stdout: true } })).stderr).not.toContain('⠋')
    const { snapshots } = await show(helloRun(), { ...onTerminal, columns: 12 })
    expect(snapshots[0]).toBe('⠋ starting…')
  })

  it('shows programs that run side by side one after the other, by the names of their files', async () => {
    const one = tellRun([
      { code: 'a', output: [{ stream: 'stdout', text: 'from a\n' }] },
      { code: 'b', output: [{ stream: 'stdout', text: 'from b\n' }], end: { exitCode: 3 } },
      { code: 'c', output: [], end: { endedBy: 'cancelled', exitCode: null } },
    ])
    const start = one[0]
    if (start?.type === 'run.start') start.kind = 'programs'
    const isOf = (block: number) => (event: RunEvent) => 'block' in event && event.block === block
    const [rest, second] = [one.filter((event) => !isOf(1)(event) || event.type === 'block.found'), one.filter(isOf(1))]
    // The second begins and ends while the first is running.
    const at = rest.findIndex((event) => event.type === 'output.delta')
    const mixed = [...rest.slice(0, at), ...second.slice(1), ...rest.slice(at)]
    const { stdout, stderr } = await show(mixed, { paths: ['a.py', 'b.py', 'c.py'] })
    expect(stdout).toBe('from a\nfrom b\n')
    expect(stderr).toBe(`── a.py · python
── b.py · python
── c.py · python
✖ failed in 34 ms · python · 3 programs · 1 failed · 1 cancelled · ${RUN_ID}
`)
    expect((await show(mixed)).stderr).toContain('── program 2 of 3 · python\n')
    const { snapshots } = await show(mixed, { ...onTerminal, paths: ['a.py', 'b.py', 'c.py'] })
    expect(snapshots.join('')).toContain('2 at once · 0/3 done')
  })
})
