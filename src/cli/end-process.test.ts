import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { endProcess } from './end-process.ts'

/** Ends only the process that the test asks about. */
async function endOf(lastWork: () => Promise<void>, deadlineMs = 60_000) {
  const told: { level: string; left?: Record<string, number>; message: string }[] = []
  const say = (level: string) => (fields: object, message: string) => void told.push({ level, ...fields, message })
  const codes: number[] = []
  const logger = { warn: say('warn'), error: say('error') }
  await endProcess(lastWork, { logger, deadlineMs, exit: (code) => void codes.push(code) })
  return { codes, told }
}

it('the process ends once when its last work is done', async () => {
  let isDone = false
  const { codes } = await endOf(async () => {
    isDone = true
  })
  expect([isDone, codes]).toEqual([true, [0]])
})

it('the process ends when the work does not end in time, and names the work it left', async () => {
  const server = createServer().listen(0)
  const { codes, told } = await endOf(() => new Promise(() => {}), 50)
  server.close()
  expect(codes).toEqual([1])
  expect(told).toMatchObject([{ level: 'error', left: { TCPServerWrap: expect.any(Number) } }])
})

it('the process ends when the work fails', async () => {
  const { codes, told } = await endOf(() => Promise.reject(new Error('full disk')))
  expect(codes).toEqual([1])
  expect(told[0]).toMatchObject({ level: 'error', message: 'stopping failed' })
})
