import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undisturbed } from '../../sandbox/checks/host-pace.ts'
import type { KernelEvent } from '../kernel-event.ts'
import { openPythonBench, type PythonBench } from './python-bench.fixture.ts'

let python: PythonBench

beforeAll(async () => {
  python = await openPythonBench()
})
afterAll(() => python.destroy())

/** Output as `stream:text`, with neighbours of one stream joined. */
async function heard(code: string, stdin?: string): Promise<string[]> {
  const told: string[] = []
  const onEvent = (event: KernelEvent) => {
    if (event.type !== 'stdout' && event.type !== 'stderr') return
    const last = told.at(-1)
    if (last?.startsWith(`${event.type}:`)) told[told.length - 1] = last + event.text
    else told.push(`${event.type}:${event.text}`)
  }
  const { error } = await python.run(code, { onEvent, ...(stdin !== undefined && { stdin }) })
  if (error) throw new Error(error.traceback.join('\n'))
  return told
}

describe('output of Python code', () => {
  it('keeps the order of both streams, of Python and of programs it calls', async () => {
    const code = `import ctypes, os, sys
print("a"); print("b", file=sys.stderr); print("c")
os.write(2, b"d\\n")
sys.stdout.buffer.write("é".encode()[:1]); sys.stdout.buffer.write("é\\n".encode()[1:])
os.system("echo f")
libc = ctypes.CDLL(None); libc.printf(b"g\\n"); libc.fflush(None)
sys.__stdout__.write("h\\n")`
    expect(await heard(`${code};`)).toEqual([
      'stdout:a\n',
      'stderr:b\n',
      'stdout:c\n',
      'stderr:d\n',
      'stdout:é\nf\ng\nh\n',
    ])
  })

  it('arrives while the code runs, also without a line’s end', async () => {
    const times: number[] = []
    const onEvent = ({ type }: KernelEvent) => void times.push(type === 'stdout' ? 1 : 0)
    await python.run('import time\nfor _ in range(3):\n    print(".", end="", flush=True)\n    time.sleep(0.05)', {
      onEvent,
    })
    expect(times).toEqual([1, 1, 1, 0])
  })

  it('is gathered when it comes fast', async () => {
    let events = 0
    const { stdout } = await python.run('for n in range(10_000): print(n)', { onEvent: () => void events++ })
    expect(stdout.split('\n')).toHaveLength(10_001)
    expect(events).toBeLessThan(1000)
  })

  it('may be no text at all: lone surrogates and bytes that are no UTF-8', async () => {
    expect(await heard('print("\\ud800|\\0")')).toEqual(['stdout:\ud800|\0\n'])
    expect(await heard('import os\nos.write(1, b"\\xff\\xc3")\nNone')).toEqual(['stdout:\ufffd\ufffd'])
  })

  it('survives closed and replaced streams', async () => {
    await heard('import sys, contextlib, io\nsys.stdout.close()\nsys.stdin.close()')
    expect(
      await heard('with contextlib.redirect_stdout(io.StringIO()) as held: print("held")\nprint(held.getvalue())'),
    ).toEqual(['stdout:held\n\n'])
    expect(await heard('print(input())', 'in')).toEqual(['stdout:in\n'])
  })

  it('belongs to the execution that runs when a thread prints it, or is kept for the next', () =>
    undisturbed(300, async () => {
      const code = `import threading, time
def later():
    time.sleep(0.1)
    print("from the thread", flush=True)
threading.Thread(target=later).start()`
      expect(await heard(code)).toEqual([])
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect(await heard('print("next")')).toEqual(['stdout:from the thread\nnext\n'])
    }))

  it('comes in pieces when it has 60 MB in one line, and none of it is held back in the sandbox', async () => {
    let longest = 0
    const onEvent = (event: KernelEvent) => {
      if (event.type === 'stdout') longest = Math.max(longest, event.text.length)
    }
    const code = `import resource
line = "x" * (60 << 20)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(line)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
del line`
    const { error } = await python.run(code, { outputBytes: 100_000_000, keepsOutput: false, onEvent })
    expect([error, longest]).toEqual([undefined, 32_768])
    const { stdout } = await python.run('print(grown // 1024)')
    expect(Number(stdout)).toBeLessThan(10)
  })

  it('is bounded when a thread prints without end between executions', () =>
    undisturbed(500, async () => {
      const code = `import threading, time
stop = False
def chatter():
    while not stop: print("x" * 9999)
chatting = threading.Thread(target=chatter)
chatting.start()`
      await python.run(code)
      await new Promise((resolve) => setTimeout(resolve, 500))
      const { stderr, stdout } = await python.run('stop = True; chatting.join()', { outputBytes: 100_000_000 })
      expect(stderr).toMatch(/^\[\d+ more characters were printed and dropped\]\n$/)
      expect(stdout.length).toBeGreaterThan(80_000)
    }))

  it('is its traceback for a forked child that fails, and the child ends as a program would', async () => {
    const code =
      'import os, sys\npid = os.fork()\nif pid == 0: sys.exit(7)\nos.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])'
    expect(await python.value(code)).toBe('7')
    const failing = await python.run(code.replace('sys.exit(7)', '1/0'))
    expect([failing.shown[0]?.data['text/plain'], failing.error]).toEqual(['1', undefined])
    expect(failing.stderr).toMatch(/^Traceback.*ZeroDivisionError: division by zero\n$/s)
  })

  it('comes from forked children too, which never speak for the kernel', async () => {
    const code = `import os
pid = os.fork()
if pid == 0:
    print("child")
else:
    os.waitpid(pid, 0)
    print("parent")
"value" if pid else "of the child"`
    const { stdout, shown, status } = await python.run(code)
    expect([status, stdout.slice(0, 100), shown.map(({ data }) => data['text/plain'])]).toEqual([
      'ok',
      'child\nparent\n',
      ["'value'"],
    ])
  })
})

describe('an interrupt', () => {
  it.each([
    ['a sleep', 'print("begun")\nimport time\ntime.sleep(60)'],
    ['a loop that prints', 'print("begun")\nwhile True: print("x")'],
    ['a subprocess', 'import subprocess\nprint("begun")\nsubprocess.run(["sleep", "60"])'],
    ['a lock', 'import threading\nprint("begun")\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()'],
    [
      'the text of a value',
      'class Slow:\n    def __repr__(self):\n        print("begun")\n        while True: pass\nSlow()',
    ],
  ])('ends %s', async (_, code) => {
    expect(await python.interrupted(code)).toMatchObject({
      status: 'interrupted',
      stateLost: false,
      error: { name: 'KeyboardInterrupt' },
    })
  })

  it('is not lost in a finalizer', async () => {
    const code =
      'class Late:\n    def __del__(self):\n        print("begun")\n        time.sleep(60)\nimport time\nLate()\nwhile True: pass'
    const { status, stderr } = await python.interrupted(code)
    expect([status, stderr]).toEqual(['interrupted', ''])
  })

  it('is not reported as one when the code takes it for itself', async () => {
    const code =
      'try:\n    print("begun", flush=True)\n    import time\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    taken = 1\ntaken'
    expect(await python.interrupted(code)).toMatchObject({ status: 'ok', shown: [{ isResult: true }] })
  })

  it('is an error when the code raises it itself', async () => {
    expect(await python.run('raise KeyboardInterrupt')).toMatchObject({ status: 'error' })
  })
})
