import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { zygoteLoader } from '../jail/zygote/zygote.ts'
import { agentLoader, withLength } from './load-agent.ts'

const WIRE = 3
const whole = withLength(Buffer.alloc(1000))
const cases = [
  { of: 'an agent', loader: agentLoader({ input: WIRE, output: WIRE }, 'code') },
  { of: 'an agent from source', loader: agentLoader({ input: WIRE, output: WIRE }, 'source') },
  { of: 'a zygote', loader: zygoteLoader('hatch') },
].flatMap((loader) => [0, 2, 4, 500].map((sent) => ({ ...loader, sent })))

it.each(cases)('$of whose server dies after $sent bytes of its program ends, and waits for no more', async (one) => {
  const child = spawn('/usr/bin/python3', ['-I', '-S', '-c', one.loader], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const exit = once(child, 'exit', { signal: AbortSignal.timeout(10_000) })
  const wire = child.stdio[WIRE] as Writable
  wire.end(whole.subarray(0, one.sent))
  try {
    expect(await exit).toEqual([1, null])
  } finally {
    child.kill('SIGKILL')
  }
})
