import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('a gigabyte printed, written and read passes whole, and needs less than 50 MB of the server', async () => {
  const script = new URL('support/stream-memory.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  const told = JSON.parse(stdout) as Record<string, { bytes: number; grownMb: number }>
  expect(Object.keys(told)).toEqual(['output', 'write', 'read'])
  for (const [way, { bytes, grownMb }] of Object.entries(told)) {
    expect(bytes, way).toBe(2 ** 30)
    expect(grownMb, way).toBeLessThan(50)
  }
})
