import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { encodeEnvelope, MESSAGE } from './envelope.ts'
import { readOnly } from './read-message.ts'

describe('the one message of a caller who then only listens', () => {
  it('is refused at the second one, however many would follow', async () => {
    let sent = 0
    const endless = function* () {
      for (; sent < 100_000; sent++) yield encodeEnvelope(MESSAGE, {})
    }
    const request = Readable.from(endless(), { highWaterMark: 1 }) as unknown as IncomingMessage
    await expect(readOnly(request, z.object({}))).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(sent).toBeLessThan(1000)
  })
})
