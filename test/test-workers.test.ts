import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

const FLAG = '--no-wasm-code-gc'
const TELL_FLAGS = `require('node:worker_threads').parentPort.postMessage(process.execArgv)`

test('a test process and its threads free no WebAssembly code', async () => {
  expect(process.execArgv).toContain(FLAG)
  const [flags] = await once(new Worker(TELL_FLAGS, { eval: true }), 'message')
  expect(flags).toContain(FLAG)
})
