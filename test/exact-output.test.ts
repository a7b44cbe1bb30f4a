import { describe, expect, it } from 'vitest'
import type { CommandResult } from '../src/contract/command.ts'
import type { RunEvent } from '../src/contract/event.ts'
import { reduceRun } from '../src/contract/reduce-run.ts'
import { runCode } from './support/each-route.ts'
import { oneEngine } from './support/one-engine.ts'

const tools = oneEngine()
const ALL_BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
const PROGRAM = {
  language: 'python',
  code: 'import sys\nfor _ in range(3): sys.stdout.buffer.write(bytes(range(256)))\nprint("fine", file=sys.stderr)',
}
const printed = Buffer.concat([ALL_BYTES, ALL_BYTES, ALL_BYTES])

describe('bytes that are no UTF-8', () => {
  it('are in the answer as base64, beside their text, only for the stream that printed them', async () => {
    const { blocks, runId } = await runCode(tools(), PROGRAM)
    const attempt = blocks[0]?.attempts[0]
    expect(attempt).toMatchObject({ stdout: printed.toString(), stderr: 'fine\n', invalidUtf8: true })
    expect(Buffer.from(attempt?.stdoutBase64 ?? '', 'base64').equals(printed)).toBe(true)
    expect(attempt).not.toHaveProperty('stderrBase64')
    const stored = await (await tools().call(`/v1/runs/${runId}`)).json()
    expect(stored).toMatchObject({ blocks: [{ attempts: [{ stdoutBase64: attempt?.stdoutBase64 }] }] })
  })

  it('are in the events as they come, and fold to the same', async () => {
    const response = await tools().call('/v1/runs', { body: PROGRAM, headers: { accept: 'text/event-stream' } })
    const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: '))
    const events = lines.map((line) => JSON.parse(line.slice(6)) as RunEvent)
    const told = reduceRun(events).blocks[0]?.attempts[0]?.stdoutBase64
    expect(Buffer.from(told ?? '', 'base64').equals(printed)).toBe(true)
  })

  it('are in the answer of a command', async () => {
    const response = await tools().call('/v1/commands', { body: { command: "printf 'a\\377b'" } })
    const result = (await response.json()) as CommandResult
    expect(result).toMatchObject({
      stdout: 'a\ufffdb',
      stdoutBase64: Buffer.from([0x61, 0xff, 0x62]).toString('base64'),
    })
  })

  it('do not reveal a key among them', async () => {
    const { ada } = tools().keys
    const code = `import sys\nsys.stdout.buffer.write(b"\\xff${ada}\\xff")`
    const answer = await tools().call('/v1/runs', { body: { ...PROGRAM, code } })
    const { blocks } = (await answer.json()) as Awaited<ReturnType<typeof runCode>>
    const exact = Buffer.from(blocks[0]?.attempts[0]?.stdoutBase64 ?? '', 'base64')
    expect(exact.includes(ada)).toBe(false)
    expect(blocks[0]?.attempts[0]?.stdout).toContain('e2b_•••')
  })
})

it('text that is UTF-8 has no second form', async () => {
  const { blocks } = await runCode(tools(), { language: 'python', code: 'print("\\ufffd é 😀")' })
  expect(blocks[0]?.attempts[0]).toMatchObject({ stdout: '\ufffd é 😀\n', invalidUtf8: false })
  expect(blocks[0]?.attempts[0]).not.toHaveProperty('stdoutBase64')
})
