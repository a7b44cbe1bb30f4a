import { describe, expect, it } from 'vitest'
import type { OutputChunk, Process } from '../../sandbox/process.ts'
import { pipeTransport } from './pipe-transport.ts'

function browser() {
  let tell: (chunk: OutputChunk) => unknown = () => {}
  const signals: string[] = []
  const process = {
    onOutput: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
    signal: async (signal: string) => void signals.push(signal),
    exited: new Promise(() => {}),
  } as unknown as Process
  const transport = pipeTransport(process)
  const [messages, ends]: [unknown[], string[]] = [[], []]
  transport.onmessage = (message) => messages.push(message)
  transport.onclose = (reason) => ends.push(reason ?? '')
  const say = (text: string) => void tell({ stream: 'stdout', bytes: Buffer.from(text) } as OutputChunk)
  return { say, messages, ends, signals }
}

describe('the control of a browser', () => {
  it('takes messages apart wherever the pipe cut them', async () => {
    const { say, messages } = browser()
    for (const piece of ['{"id"', ':1}\0{"id":', '2}\0']) say(piece)
    await expect.poll(() => messages).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('ends a browser that sends no JSON, and listens to it no more', async () => {
    const { say, messages, ends, signals } = browser()
    say('{"id":1}\0not json\0{"id":2}\0')
    await expect.poll(() => ends).toEqual(['the browser sent a message that cannot be read'])
    say('{"id":3}\0')
    await new Promise(setImmediate)
    expect({ messages, signals }).toEqual({ messages: [{ id: 1 }], signals: ['SIGKILL'] })
  })
})
