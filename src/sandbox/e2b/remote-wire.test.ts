import { type Duplex, finished } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { CommandListener, RemoteSandbox } from './remote.ts'
import { createRemoteWire } from './remote-wire.ts'

/** A command with output that the test writes. */
function scripted() {
  const listeners: CommandListener[] = []
  const sent: string[] = []
  const end = Promise.withResolvers<void>()
  const left: number[] = []
  const attach = (listener: CommandListener) => {
    const number = listeners.push(listener) - 1
    return {
      pid: 7,
      send: async (text: string) => void sent.push(text),
      leave: async () => void left.push(number),
      ended: end.promise,
    }
  }
  const sandbox: RemoteSandbox = {
    id: 'remote',
    start: async (_command, listener) => attach(listener),
    join: async (_pid, listener) => attach(listener),
    prolong: async () => {},
  }
  const say = (text: string) => listeners.at(-1)?.onStdout(text)
  return { sandbox, say, sent, left, end: end.resolve, complain: (text: string) => listeners[0]?.onStderr(text) }
}

const opened = async () => {
  const command = scripted()
  const { duplex, complaint } = await createRemoteWire(command.sandbox, 'agent')
  const heard: Buffer[] = []
  duplex.on('data', (bytes: Buffer) => heard.push(bytes))
  return { ...command, duplex, complaint, heard: () => Buffer.concat(heard) }
}

it('the wire carries any bytes as lines of text, in both directions', async () => {
  const { duplex, say, sent, heard } = await opened()
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => at % 256))
  await new Promise<unknown>((done) => duplex.write(bytes, done))
  const lines = sent.join('').split('\n')
  expect(Buffer.concat(lines.map((line) => Buffer.from(line, 'base64')))).toEqual(bytes)
  say('anneal-wire\n')
  for (const line of lines) say(`${line}\n`)
  await nextTurn()
  expect(heard()).toEqual(bytes)
})

it('the wire keeps the output of a login shell apart, and reports it as the reason', async () => {
  const { say, complain, complaint, heard } = await opened()
  say('Welcome!\nYWJj\nanneal-wire\nYWJj\n')
  complain('python3: not found\n')
  await nextTurn()
  expect(heard().toString()).toBe('abc')
  expect(complaint()).toBe('Welcome!\nYWJj\npython3: not found\n')
})

it('the wire reconnects on request, says so, and loses nothing', async () => {
  const { say, sent, left, heard } = await opened()
  say('anneal-wire\nYWJj\n!\n')
  await nextTurn()
  expect(left).toEqual([0])
  expect(sent).toEqual(['!\n'])
  say('ZGVm\n')
  await nextTurn()
  expect(heard().toString()).toBe('abcdef')
})

it('the wire holds the command back while nobody reads', async () => {
  const { sandbox, say } = scripted()
  const { duplex } = await createRemoteWire(sandbox, 'agent')
  const line = `${Buffer.alloc(24_576, 1).toString('base64')}\n`
  let isHeld: unknown
  say('anneal-wire\n')
  for (let count = 0; count < 8; count++) isHeld = say(line)
  expect(isHeld).toBeInstanceOf(Promise)
  duplex.resume()
  await isHeld
})

it('the wire ends with the command, and at foreign lines', async () => {
  const ended = await opened()
  ended.end()
  await closed(ended.duplex)
  const foreign = await opened()
  foreign.duplex.on('error', () => {})
  foreign.say('x'.repeat(2_000_000))
  await closed(foreign.duplex)
  expect(foreign.duplex.errored?.message).toContain('not written by our agent')
})

const closed = (duplex: Duplex): Promise<void> => new Promise((resolve) => finished(duplex, () => resolve()))
