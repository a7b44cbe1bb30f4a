import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { KernelMark } from '../kernel-state.ts'
import { openStatesBench, type StatesBench } from './states-bench.fixture.ts'

let bench: StatesBench

beforeAll(async () => {
  bench = await openStatesBench()
})
afterAll(() => bench.destroy())

type Python = Awaited<ReturnType<StatesBench['open']>>

async function marked({ states }: Python): Promise<string> {
  const made: KernelMark = await states.mark()
  if ('unsafe' in made) throw new Error(made.unsafe)
  return made.mark
}

const NO_PROCESSES = 'r.setrlimit(r.RLIMIT_NPROC, (1, r.getrlimit(r.RLIMIT_NPROC)[1]))'
/** Leaves the frozen copies, which the parent of the interpreter has adopted, no room for another thread. */
const LIMIT_COPIES = `
import os, resource as r, time
def copies():
    stats = [open(f'/proc/{n}/stat').read().split() for n in os.listdir('/proc') if n.isdigit()]
    return [int(s[0]) for s in stats if int(s[3]) == os.getppid() and int(s[0]) != os.getpid()]
while not copies():
    time.sleep(0.01)
for pid in copies():
    r.prlimit(pid, r.RLIMIT_NPROC, (1, 1))`
const COUNT = 'import os\nlen([n for n in os.listdir("/proc") if n.isdigit()])'

const PREPARE = `
import os, random, sys, math, subprocess, json
random.seed(1)
values = {'list': [1, 2], 'text': 'a'}
os.environ['COLOUR'] = 'red'
file = open('/tmp/read', 'w+'); file.write('one\\ntwo\\n'); file.seek(0)
numbers = iter([1, 2, 3]); next(numbers)
def generate():
    yield from range(10)
generator = generate(); next(generator)`

const SPOIL = `
values['list'].append(3); values['more'] = 1; new = 1; del numbers
os.environ['COLOUR'] = 'blue'; os.chdir('/tmp'); sys.path.append('/tmp'); os.umask(0o077)
random.random(); next(generator); file.readline()
math.pi = 3; json.dumps = None; print = None
subprocess.Popen(['sleep', '100']); subprocess.Popen(['setsid', 'sh', '-c', 'sleep 100 & sleep 100'])
raise ValueError('failed')`

const STATE = `
(values, os.environ['COLOUR'], os.getcwd(), '/tmp' in sys.path, random.getstate()[1][:3], math.pi, json.dumps is None,
 'new' in globals(), 'print' in globals(), file.tell(), 'numbers' in globals(), os.umask(0o022))`

describe('a mark of a Python', () => {
  it('undoes every change of a failed cell, and ends its processes, thirty times', async () => {
    const python = await bench.open()
    await python.value(PREPARE)
    const before = await python.value(STATE)
    const count = await python.value(COUNT)
    for (let round = 0; round < 30; round++) {
      const mark = await marked(python)
      expect((await python.run(SPOIL)).error?.name).toBe('ValueError')
      await python.states.goBack(mark)
      expect(await python.value(STATE)).toBe(before)
    }
    // A forgotten process is gone when the kernel has cleared it away.
    await expect.poll(() => python.value(COUNT)).toBe(count)
    expect(await python.value('next(generator), next(numbers), file.readline()')).toBe("(1, 2, 'one\\n')")
    await python.close()
  })

  it('is forgotten without a trace when the cell went well', async () => {
    const python = await bench.open()
    const count = await python.value(COUNT)
    const pid = await python.value('os.getpid()')
    for (let round = 0; round < 10; round++) {
      const mark = await marked(python)
      await python.run(`x = ${round}`)
      await python.states.forget(mark)
      await expect(python.states.goBack(mark)).rejects.toThrow('there is no mark')
    }
    expect(await python.value('x, os.getpid()')).toBe(`(9, ${pid})`)
    // A forgotten process is gone when the kernel has cleared it away.
    await expect.poll(() => python.value(COUNT)).toBe(count)
    await python.close()
  })

  it('can be kept and gone back to again, in any order', async () => {
    const python = await bench.open()
    await python.run('x = 1')
    const first = await marked(python)
    await python.run('x = 2')
    const second = await marked(python)
    for (const [mark, value] of [
      [first, 1],
      [second, 2],
      [first, 1],
      [first, 1],
      [second, 2],
    ] as const) {
      await python.run('x = 3')
      await python.states.goBack(mark, { keep: true })
      expect(await python.value('x')).toBe(String(value))
    }
    await python.states.goBack(first)
    expect(await python.value('x, len(In)')).toBe('(1, 3)')
    await python.close()
  })

  it.each([
    ['exits', 'import os\nos._exit(3)', 'it exited with 3'],
    ['is ended by a signal', 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)', 'it was ended by SIGKILL'],
    ['breaks', 'import ctypes\nctypes.string_at(0)', 'it was ended by SIGSEGV'],
  ])('outlives an interpreter that %s', async (_, code, how) => {
    const python = await bench.open()
    await python.run('x = 1')
    const mark = await marked(python)
    const { error, stateLost, endedBy } = await python.run(code)
    expect([error?.name, stateLost, endedBy]).toEqual(['KernelDied', true, 'killed'])
    expect(error?.value).toContain(how)
    await python.states.goBack(mark, { keep: true })
    expect(await python.value('x')).toBe('1')
    await python.run(code)
    await python.states.goBack(mark)
    expect(await python.value('x')).toBe('1')
    await python.close()
  })

  it('is dropped with the interpreter when nobody goes back to it', async () => {
    const python = await bench.open()
    await python.run('x = 1')
    const mark = await marked(python)
    expect((await python.run('import os\nos._exit(3)')).stateLost).toBe(true)
    const { stderr, error, stateLost } = await python.run('x')
    expect([stderr, error?.name, stateLost]).toEqual(['', 'NameError', false])
    await expect(python.states.goBack(mark)).rejects.toThrow('there is no mark')
    await python.close()
  })

  it('is dropped, and the loss reported, when the interpreter is ended from outside', async () => {
    const [python, other] = [await bench.open(), await bench.open()]
    const pid = await python.value('import os\nos.getpid()')
    await marked(python)
    await other.value(`import os, signal\nos.kill(${pid}, signal.SIGKILL)\nwhile os.path.exists("/proc/${pid}"): pass`)
    const { stateLost, stderr, error } = await python.run('1')
    expect(stateLost).toBe(true)
    // Reported by the execution that meets the end, or by the next when it was known before.
    expect(stderr + error?.value).toContain('ended by SIGKILL')
    expect((await python.run('1')).stateLost).toBe(false)
    await Promise.all([python.close(), other.close()])
  })

  it('is not disturbed by interrupts, nor by signals that code sends to its group', async () => {
    const python = await bench.open()
    await python.run('import os, signal, time\nx = 1\nsignal.signal(signal.SIGTERM, lambda *_: print("heard"))')
    const mark = await marked(python)
    const late = await python.run('x = 2\ntime.sleep(60)', { timeoutMs: 200 })
    expect([late.status, late.stateLost]).toEqual(['interrupted', false])
    expect((await python.run('os.killpg(0, signal.SIGTERM)')).stdout).toBe('heard\n')
    await python.states.goBack(mark)
    expect(await python.value('x')).toBe('1')
    expect((await python.run('time.sleep(60)', { timeoutMs: 200 })).status).toBe('interrupted')
    expect((await python.run('os.killpg(0, signal.SIGTERM)')).stdout).toBe('heard\n')
    await python.close()
  })

  it('is no child of the code: waiting for all children finds none', async () => {
    const python = await bench.open()
    const mark = await marked(python)
    expect((await python.run('import os\nos.wait()')).error?.name).toBe('ChildProcessError')
    await python.states.forget(mark)
    await python.close()
  })

  it('spares processes that ran in the background before it', async () => {
    const python = await bench.open()
    await python.run('!sleep 100 & echo $! > /tmp/before')
    const mark = await marked(python)
    await python.run('!sleep 100 & echo $! > /tmp/since')
    await python.states.goBack(mark)
    const alive =
      'import os\n[os.path.exists("/proc/" + open("/tmp/" + n).read().strip()) for n in ("before", "since")]'
    expect(await python.value(alive)).toBe('[True, False]')
    await python.close()
  })

  it.each([
    [
      'threads run',
      'import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()',
      /^threads/,
    ],
    ['sockets are open', 'import socket\ns = socket.socket()', /^sockets/],
    ['there is no room for a process', `import resource as r\n${NO_PROCESSES}`, /^there is no room/],
    ['children are alive', 'import subprocess\np = subprocess.Popen(["sleep", "60"])', /^processes/],
  ])('is refused with the reason while %s', async (_, code, reason) => {
    const python = await bench.open()
    await python.run(code)
    expect(await python.states.mark()).toEqual({ unsafe: expect.stringMatching(reason) })
    await python.close()
  })

  it('ends its interpreter at once when the copy finds no room for a thread, and the loss is reported', async () => {
    const python = await bench.open()
    const mark = await marked(python)
    expect((await python.run(LIMIT_COPIES)).error).toBeUndefined()
    const askedAt = performance.now()
    await expect(python.states.goBack(mark)).rejects.toThrow('there was no room for the thread')
    // The time after which an unanswered request ends an interpreter is 60 s.
    expect(performance.now() - askedAt).toBeLessThan(30_000)
    expect((await python.run('1')).stateLost).toBe(true)
    await python.close()
  })

  it('brings a loop back that was waiting when the interpreter ended', async () => {
    const [python, other] = [await bench.open(), await bench.open()]
    const pid = await python.value('import asyncio, os\nawait asyncio.sleep(0)\nos.getpid()')
    const mark = await marked(python)
    await python.run(
      'async def die():\n  await asyncio.sleep(0.05)\n  os._exit(3)\ntask = asyncio.ensure_future(die())\nNone',
    )
    await other.value(`import os\nwhile os.path.exists("/proc/${pid}"): pass`)
    await python.states.goBack(mark)
    await python.run('async def later(): return 7\ntask = asyncio.ensure_future(later())\nNone')
    expect(await python.value('await task')).toBe('7')
    await Promise.all([python.close(), other.close()])
  })

  it('is made while a task of the loop waits, and brings the task back', async () => {
    const python = await bench.open()
    await python.run(
      'import asyncio\nasync def later():\n  await asyncio.sleep(0.5)\n  return 7\ntask = asyncio.ensure_future(later())\nawait asyncio.sleep(0)',
    )
    const mark = await marked(python)
    await python.run('task.cancel()')
    await python.states.goBack(mark)
    expect(await python.value('await task')).toBe('7')
    await python.close()
  })

  it('hears subprocesses after going back, and none of its own work', async () => {
    const python = await bench.open()
    const mark = await marked(python)
    await python.run('print("gone")')
    await python.states.goBack(mark)
    const { stdout, stderr } = await python.run('import subprocess\nsubprocess.run(["echo", "heard"])\nprint("after")')
    expect({ stdout, stderr }).toEqual({ stdout: 'heard\nafter\n', stderr: '' })
    await python.close()
  })
})
