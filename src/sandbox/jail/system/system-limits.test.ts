import { afterAll, describe, expect, it } from 'vitest'
import { until } from '../../cgroup/until.ts'
import type { SandboxControl } from '../../sandbox.ts'
import { openSystemJail, runAs, SYSTEM_LIMITS } from './system.fixture.ts'

const system = await openSystemJail()
afterAll(() => system.close?.())

const LIMITS = { ...SYSTEM_LIMITS, memoryMb: 64, diskMb: 256 }
const MEGABYTE = 1_048_576

async function inSystem(use: (control: SandboxControl) => Promise<void>, limits = LIMITS): Promise<void> {
  const control = await system.createSystem({ limits })
  try {
    await use(control)
  } finally {
    await control.destroy()
  }
}

const python = async ({ sandbox }: SandboxControl, source: string) => {
  const program = await sandbox.start(['/usr/bin/python3', '-c', source])
  let output = ''
  program.onOutput(({ bytes }) => {
    output += Buffer.from(bytes).toString()
  })
  return { ...(await program.exited), output }
}

const ALLOCATE: [how: string, source: string][] = [
  ['of its own', 'held = bytearray(180 << 20)'],
  ['that it shares', 'import mmap\nheld = mmap.mmap(-1, 180 << 20)\nfor at in range(0, 180 << 20, 4096): held[at] = 1'],
  ['without a name', 'import os\nheld = os.memfd_create("x")\nfor _ in range(180): os.write(held, bytes(1 << 20))'],
]

describe('a system limits memory and disk separately', () => {
  it.each(ALLOCATE)(
    'a program that takes more memory %s than there is ends by it, however much disk is free',
    (_, source) =>
      inSystem(async (control) => {
        const end = await python(control, `${source}\nimport time; time.sleep(1)\nprint("had it")`)
        expect(end).toEqual({ exitCode: null, signal: 'SIGKILL', limit: 'memory', output: '' })
      }),
  )

  it('a command whose child ran out of memory says so with its exit code', () =>
    inSystem(async ({ sandbox }) => {
      const bomb = 'python3 -c "held = bytearray(180 << 20); import time; time.sleep(1)"; exit $?'
      const program = await sandbox.start(['/bin/bash', '-c', bomb])
      expect(await program.exited).toEqual({ exitCode: 137, signal: null, limit: 'memory' })
    }))

  it('a program that is killed by others did not run out of memory', () =>
    inSystem(async ({ sandbox }) => {
      const program = await sandbox.start(['/bin/sleep', '60'])
      await program.signal('SIGKILL')
      expect(await program.exited).toEqual({ exitCode: null, signal: 'SIGKILL' })
    }))

  it('files take no memory from programs', () =>
    inSystem(async (control) => {
      expect(await runAs(control, 'user', 'head -c 200M /dev/zero > ~/large && stat -c %s ~/large')).toEqual({
        exitCode: 0,
        output: `${200 * MEGABYTE}\n`,
      })
      const enough = await python(control, 'import time\nheld = bytearray(40 << 20)\ntime.sleep(0.6)\nprint("enough")')
      expect(enough).toEqual({ exitCode: 0, signal: null, output: 'enough\n' })
    }))

  it('a bomb of empty files is stopped', () => {
    const limits = { ...LIMITS, diskMb: 8 }
    const bomb = `
import os
count = 0
try:
    while count < 20000: os.close(os.open('/tmp/%d' % count, os.O_CREAT)); count += 1
except OSError: pass
print(count)`
    return inSystem(async (control) => {
      const { output } = await python(control, bomb)
      expect(Number(output)).toBeLessThan((limits.diskMb * MEGABYTE) / 4096 + 1025)
    }, limits)
  })
})

const FORK_BOMB = `import os, time
while True:
    try: os.fork()
    except OSError: time.sleep(0.01)`
const countOf = async (control: SandboxControl) => Number((await control.sandbox.metrics()).processes)

describe('a fork bomb in a system', () => {
  it('ends with the command that is killed', () =>
    inSystem(async (control) => {
      const bomb = await control.sandbox.start(['/usr/bin/python3', '-c', FORK_BOMB])
      expect(await until(async () => (await countOf(control)) > 40, 5000)).toBe(true)
      await bomb.signal('SIGKILL')
      await bomb.exited
      expect(await until(async () => (await countOf(control)) < 3, 5000)).toBe(true)
    }))

  it.each([
    ['', `${'/usr/bin/python3'} -c '${FORK_BOMB}' &`],
    [
      ' and flees into sessions of its own',
      `python3 -c '${FORK_BOMB.replace('os.fork()', 'os.fork() or os.setsid()')}' &`,
    ],
  ])('does not live on when its command has ended%s', (_, script) =>
    inSystem(async (control) => {
      const other = await control.sandbox.start(['/bin/sleep', '60'])
      const { exited } = await control.sandbox.start(['/bin/bash', '-c', `exec >/dev/null 2>&1 <&1; ${script}`])
      expect((await exited).exitCode).toBe(0)
      await until(async () => (await countOf(control)) > 40, 3000)
      expect(await until(async () => (await countOf(control)) < 4, 5000)).toBe(true)
      expect((await control.sandbox.processes()).map(({ pid }) => pid)).toEqual([other.pid])
    }),
  )

  it('is distinguished from processes that a command has left behind on purpose', () =>
    inSystem(async (control) => {
      await runAs(control, 'user', 'for n in 1 2 3 4 5; do nohup sleep 60 >/dev/null 2>&1 & done')
      await new Promise((resolve) => setTimeout(resolve, 700))
      const left = await runAs(control, 'user', 'grep -las "^sleep" /proc/[0-9]*/cmdline | wc -l')
      expect(left.output).toBe('5\n')
    }))
})
