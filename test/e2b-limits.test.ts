import { setTimeout as delay } from 'node:timers/promises'
import type { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MachineInfo } from '../src/engine.ts'
import { connectCaller } from './support/connect-call.ts'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { machineRequest } from './support/machine-request.ts'

const MEGABYTE = 1_048_576
let server: E2bServer
let sandbox: Sandbox
let machine: MachineInfo

beforeAll(async () => {
  server = await startE2bServer({ env: { ANNEAL_MACHINE_MEMORY_MB: '128', ANNEAL_MACHINE_DISK_MB: '512' } })
  sandbox = await openE2bSandbox(server)
  machine = await server.engine.machines.create(machineRequest(), 'ada')
})
afterAll(() => server.close())

const failureOf = (command: string) => sandbox.commands.run(command).catch((error) => error)
const SLEEP = 'import time; time.sleep(2)'

describe('a machine of 128 MB', () => {
  test('names the memory to a program that took too much, behind the words of E2B', async () => {
    expect(await failureOf(`exec python3 -c 'x = bytearray(300 << 20); ${SLEEP}'`)).toMatchObject({
      ...{ exitCode: -1, error: 'signal: killed: out of memory (this sandbox has 128 MB)' },
    })
    expect(await failureOf(`python3 -c 'x = bytearray(300 << 20); ${SLEEP}'; exit $?`)).toMatchObject({
      ...{ exitCode: 137, error: 'exit status 137: out of memory (this sandbox has 128 MB)' },
    })
    expect((await sandbox.commands.run('echo fine')).stdout).toBe('fine\n')
  })

  test('holds 300 MB of files and has all of its memory beside them', async () => {
    await sandbox.commands.run('head -c 300M /dev/zero > large')
    const { stdout } = await sandbox.commands.run(`python3 -c 'x = bytearray(90 << 20); ${SLEEP}; print("enough")'`)
    expect(stdout).toBe('enough\n')
  })
})

describe('a line of 200 MB', () => {
  test('comes in bounded pieces, at the pace of its reader, and the server holds almost nothing of it', async () => {
    const caller = connectCaller(server, machine)
    const line = "head -c 200M /dev/zero | tr '\\0' x"
    const message = Buffer.from(JSON.stringify({ process: { cmd: '/bin/bash', args: ['-c', line] }, stdin: false }))
    const head = Buffer.alloc(5)
    head.writeUInt32BE(message.length, 1)
    const answer = await caller.ask('process.Process/Start', {
      headers: { 'content-type': 'application/connect+json' },
      body: Buffer.concat([head, message]),
    })
    const before = process.memoryUsage()
    await delay(2000)
    const after = process.memoryUsage()
    const held = after.heapUsed + after.external - before.heapUsed - before.external
    expect(held).toBeLessThan(40 * MEGABYTE)
    const { longest, bytes } = await measure(answer)
    expect(longest).toBeLessThan(64 * 1024)
    expect(bytes).toBeGreaterThan(200 * MEGABYTE)
  })
})

/** The longest message of a stream, and all its bytes. */
async function measure(answer: Response): Promise<{ longest: number; bytes: number }> {
  let [longest, bytes, left] = [0, 0, 0]
  let rest = Buffer.alloc(0)
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    rest = Buffer.concat([rest, chunk])
    for (; rest.length >= 5; rest = rest.subarray(5 + left)) {
      left = rest.readUInt32BE(1)
      if (rest.length < 5 + left) break
      longest = Math.max(longest, left)
    }
  }
  return { longest, bytes }
}
