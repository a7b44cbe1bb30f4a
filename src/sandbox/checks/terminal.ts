import assert from 'node:assert/strict'
import { collectOutput, inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'behaviour'
const needs: SandboxCheck['needs'] = ['pty']

/** Programs on a terminal. */
export const terminalChecks: SandboxCheck[] = [
  {
    id: 'a-terminal-has-the-size-that-was-asked-for',
    group,
    needs,
    run: inSandbox(async ({ sandbox }) => {
      const script = 'stty size; trap "stty size; exit" WINCH; tty; test -t 0 -a -t 1 -a -t 2 && echo all; read x'
      const process = await sandbox.start(['/usr/bin/bash', '-c', script], { pty: { columns: 101, rows: 37 } })
      const output = collectOutput()
      process.onOutput(output.take)
      await output.until(/37 101\r\n\/dev\/pts\/\d+\r\nall\r\n/)
      await process.resize({ columns: 55, rows: 12 })
      await process.write(Buffer.from('\n'))
      await process.exited
      await output.until(/12 55\r\n/)
    }),
  },
  {
    id: 'ctrl-c-interrupts-the-program-in-front',
    group,
    needs,
    run: inSandbox(async ({ sandbox }) => {
      const script = 'trap "echo interrupted; exit 4" INT; echo ready; while :; do sleep 60; done'
      const process = await sandbox.start(['/usr/bin/bash', '-c', script], { pty: { columns: 80, rows: 24 } })
      const output = collectOutput()
      process.onOutput(output.take)
      await output.until(/ready\r\n/)
      await process.write(Buffer.from('\x03'))
      assert.deepEqual(await process.exited, { exitCode: 4, signal: null })
      await output.until(/interrupted\r\n$/)
    }),
  },
  {
    id: 'the-last-words-on-a-terminal-are-not-lost',
    group,
    needs,
    run: inSandbox(async ({ sandbox }) => {
      const process = await sandbox.start(['/usr/bin/seq', '2000'], { pty: { columns: 80, rows: 24 } })
      const output = collectOutput()
      process.onOutput(output.take)
      assert.deepEqual(await process.exited, { exitCode: 0, signal: null })
      assert.match(output.text(), /(^|\n)2000\r\n$/)
    }),
  },
  {
    id: 'only-a-terminal-can-be-resized',
    group,
    needs,
    run: inSandbox(async ({ sandbox }) => {
      const process = await sandbox.start(['/usr/bin/sleep', '60'])
      await assert.rejects(process.resize({ columns: 80, rows: 24 }), { code: 'INVALID_REQUEST' })
    }),
  },
]
