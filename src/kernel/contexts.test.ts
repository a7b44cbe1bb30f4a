import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undisturbed } from '../sandbox/checks/host-pace.ts'
import type { Contexts } from './contexts.ts'
import type { KernelEvent } from './kernel-event.ts'
import { openKernelSandbox } from './kernel-sandbox.fixture.ts'

let contexts: Contexts
let destroy: () => Promise<void>

beforeAll(async () => {
  ;({ contexts, destroy } = await openKernelSandbox())
})
afterAll(() => destroy())

/** Its thread ends the interpreter as soon as a file is there. */
const ENDS_WHEN_TOLD = `import os, threading, time
def end():
    while not os.path.exists('/tmp/end'): time.sleep(0.01)
    os._exit(9)
threading.Thread(target=end).start()
print(os.getpid())`

describe('contexts', () => {
  it('are made, listed and found by their id, with language and directory', async () => {
    const made = await contexts.create({ language: 'PY', cwd: '/tmp' })
    expect(made).toEqual({ id: expect.any(String), language: 'python', cwd: '/tmp' })
    expect(contexts.list()).toContainEqual(made)
    expect(contexts.get(made.id)).toEqual(made)
    await contexts.delete(made.id)
    expect(contexts.list()).not.toContainEqual(made)
  })

  it('refuse an unknown language, directory or id', async () => {
    await expect(contexts.create({ language: 'cobol' })).rejects.toMatchObject({ code: 'LANGUAGE_UNKNOWN' })
    await expect(contexts.create({ language: 'python', cwd: '/nowhere' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('/nowhere'),
    })
    for (const ask of [contexts.restart, contexts.interrupt, contexts.delete, contexts.variables]) {
      await expect(ask('nobody')).rejects.toMatchObject({ code: 'CONTEXT_NOT_FOUND' })
    }
    expect(contexts.list()).toEqual([])
  })

  it('end running code as an error when they restart, and waiting code runs in the fresh interpreter', async () => {
    const { id } = await contexts.create({ language: 'python' })
    await contexts.execute(id, 'x = 1')
    const running = contexts.execute(id, 'import time; time.sleep(60)')
    const waiting = contexts.execute(id, '"x" in globals()')
    await contexts.restart(id)
    expect(await running).toMatchObject({ status: 'error', stateLost: true, error: { name: 'KernelDied' } })
    expect((await waiting).shown[0]?.data['text/plain']).toBe('False')
    await contexts.delete(id)
  })

  it('late signal: an interrupt that an interpreter notices after the end of its execution does not hit the next', async () => {
    const [{ id }, other] = [await contexts.create({ language: 'python' }), await contexts.create({ language: 'bash' })]
    const [pid, gate] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
    // The host does not hear of an end before the events that precede it are taken.
    const onEvent = (event: KernelEvent) => {
      if (event.type === 'stdout') pid.resolve(event.text.trim())
      return gate.promise
    }
    const first = contexts.execute(id, 'import os; print(os.getpid())', { onEvent })
    const stopped = await contexts.execute(other.id, `sleep 0.2; kill -STOP ${await pid.promise}`)
    expect(stopped.status).toBe('ok')
    await contexts.interrupt(id)
    gate.resolve()
    expect((await first).status).toBe('ok')
    const next = contexts.execute(id, '1')
    await contexts.execute(other.id, `sleep 0.2; kill -CONT ${await pid.promise}`)
    expect((await next).status).toBe('ok')
    await Promise.all([contexts.delete(id), contexts.delete(other.id)])
  })

  it('say with the next execution that an interpreter died while nothing ran', () =>
    undisturbed(400, async () => {
      const { id } = await contexts.create({ language: 'python' })
      const other = await contexts.create({ language: 'bash' })
      const pid = Promise.withResolvers<string>()
      const onEvent = (event: KernelEvent) => void (event.type === 'stdout' && pid.resolve(event.text.trim()))
      await contexts.execute(id, ENDS_WHEN_TOLD, { onEvent })
      const isGone = `touch /tmp/end; while kill -0 ${await pid.promise} 2>/dev/null; do sleep 0.01; done`
      expect(await contexts.execute(other.id, isGone)).toMatchObject({ status: 'ok' })
      // The end is told to the host a moment after the interpreter is gone.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const told: KernelEvent[] = []
      const next = await contexts.execute(id, '1 + 1', { onEvent: (event) => void told.push(event) })
      expect(next).toMatchObject({ status: 'ok', stateLost: true, stderr: expect.stringContaining('exited with 9') })
      expect(told.map(({ type }) => type)).toEqual(['stderr', 'result', 'done'])
      expect((await contexts.execute(id, '1')).stateLost).toBe(false)
      await Promise.all([contexts.delete(id), contexts.delete(other.id)])
    }))

  it('end an interpreter that does not stop at its time limit, and say that the state is lost', async () => {
    const { id } = await contexts.create({ language: 'python' })
    const deaf = 'import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nwhile True: time.sleep(1)'
    const ended = await contexts.execute(id, deaf, { timeoutMs: 100 })
    expect(ended).toMatchObject({ status: 'error', endedBy: 'timeout', stateLost: true, error: { name: 'KernelDied' } })
    expect(await contexts.execute(id, '1')).toMatchObject({ status: 'ok', stateLost: false, executionCount: 1 })
    await contexts.delete(id)
  })

  it('name the reason of an interpreter’s death, with its last output', async () => {
    const { id } = await contexts.create({ language: 'python' })
    const crashed = await contexts.execute(id, 'import ctypes; ctypes.string_at(0)')
    expect(crashed.error?.value).toContain('SIGSEGV')
    expect(crashed.error?.traceback.join('\n')).toContain('Segmentation fault')
    await contexts.delete(id)
  })

  it('pass on the error of a listener, and stay usable', async () => {
    const { id } = await contexts.create({ language: 'python' })
    const onEvent = () => {
      throw new Error('the listener broke')
    }
    const code = 'print(1)\nimport time\ntime.sleep(60)'
    await expect(contexts.execute(id, code, { onEvent })).rejects.toThrow('the listener broke')
    expect((await contexts.execute(id, '2')).status).toBe('ok')
    await contexts.delete(id)
  })

  it('are not confused by code that writes to the descriptors of the kernel', async () => {
    const { id } = await contexts.create({ language: 'python' })
    const forge = `import os
lines = [b'no json', b'{"id":true}', b'{"id":999,"type":"done","status":"ok","executionCount":7}', b'[' * 100_000, b'null']
for fd in range(3, 200):
    for line in lines:
        try: os.write(fd, line + b'\\n')
        except OSError: pass
"still here"`
    const { status, shown } = await contexts.execute(id, forge, { timeoutMs: 5000 })
    expect([status, shown[0]?.data['text/plain']]).toEqual(['ok', "'still here'"])
    expect((await contexts.execute(id, '3')).shown[0]?.data['text/plain']).toBe('3')
    await contexts.delete(id)
  })
})
