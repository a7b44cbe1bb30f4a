import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeEnvelope, MESSAGE, readEnvelopes } from './envelope.ts'

const LIMIT = 1_000_000

async function read(chunks: Iterable<Uint8Array>, limitBytes = LIMIT): Promise<unknown[]> {
  const messages: unknown[] = []
  for await (const { payload } of readEnvelopes(chunks, limitBytes)) messages.push(JSON.parse(payload.toString()))
  return messages
}

function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

test('messages come out as they went in, however their bytes are cut', async () => {
  const messages = fc.array(fc.record({ text: fc.string(), number: fc.integer() }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(messages, fc.array(fc.nat(), { maxLength: 20 }), async (sent, places) => {
      const bytes = Buffer.concat(sent.map((message) => encodeEnvelope(MESSAGE, message)))
      expect(await read(cut(bytes, places))).toEqual(sent)
    }),
  )
})

test('any input is read or refused as an invalid message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array()), async (chunks) => {
      const error = await drain(readEnvelopes(chunks, LIMIT)).then(
        () => undefined,
        (cause) => cause,
      )
      if (error !== undefined) expect(error).toMatchObject({ name: 'ConnectError' })
    }),
  )
})

test('a stream that breaks off inside of a message is refused', async () => {
  const bytes = encodeEnvelope(MESSAGE, { text: 'whole' })
  for (let length = 1; length < bytes.length; length++) {
    await expect(read([bytes.subarray(0, length)])).rejects.toMatchObject({ code: 'invalid_argument' })
  }
})

test('a message that says it is too large is refused before it has come', async () => {
  const head = Buffer.from([0, 0xff, 0xff, 0xff, 0xff])
  async function* endless() {
    yield head
    throw new Error('more was asked for')
  }
  const reading = readEnvelopes(endless(), LIMIT).next()
  await expect(reading).rejects.toMatchObject({ code: 'resource_exhausted' })
})

test('packed messages and early ends are refused', async () => {
  for (const flags of [1, 2, 3, 128]) {
    await expect(read([encodeEnvelope(flags, {})])).rejects.toMatchObject({ code: 'invalid_argument' })
  }
})

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of source);
}
