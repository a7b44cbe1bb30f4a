import type { Sandbox } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openE2bSandbox } from './support/e2b-sandbox.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

let server: E2bServer
let sandbox: Sandbox

beforeAll(async () => {
  server = await startE2bServer()
  sandbox = await openE2bSandbox(server)
})
afterAll(() => server.close())

async function openTerminal(envs: Record<string, string> = {}) {
  const screen = { text: '' }
  const decoder = new TextDecoder()
  const onData = (bytes: Uint8Array) => {
    screen.text += decoder.decode(bytes)
  }
  const terminal = await sandbox.pty.create({ cols: 80, rows: 24, envs, onData })
  const type = (text: string) => sandbox.pty.sendInput(terminal.pid, new TextEncoder().encode(text))
  return { screen, terminal, type }
}

test('a terminal has the requested size and variables, and ends like a command', async () => {
  const { screen, terminal, type } = await openTerminal({ ABC: '123' })
  await type('echo "<$ABC-$TERM>"; tput cols; exit\n')
  await terminal.wait()
  expect(terminal.exitCode).toBe(0)
  expect(screen.text).toContain('<123-xterm-256color>')
  expect(screen.text).toMatch(/\b80\b/)
})

test('a terminal takes another size', async () => {
  const { screen, terminal, type } = await openTerminal()
  await sandbox.pty.resize(terminal.pid, { cols: 111, rows: 31 })
  await type('stty size; exit\n')
  await terminal.wait()
  expect(screen.text).toContain('31 111')
})

test('a terminal is found again after its caller left', async () => {
  const { screen, terminal, type } = await openTerminal({ FOO: 'bar' })
  await type('echo "one-$FOO"\n')
  await expect.poll(() => screen.text).toContain('one-bar')
  await terminal.disconnect()
  let second = ''
  const again = await sandbox.pty.connect(terminal.pid, {
    onData: (bytes) => {
      second += new TextDecoder().decode(bytes)
    },
  })
  await type('echo "two-$FOO"\nexit\n')
  await again.wait()
  expect([again.pid, again.exitCode]).toEqual([terminal.pid, 0])
  expect(second).toContain('two-bar')
  expect(screen.text).not.toContain('two-bar')
})

test('a terminal is killed by its number; its input is closed by Ctrl+D only', async () => {
  const { terminal } = await openTerminal()
  await expect(sandbox.commands.closeStdin(terminal.pid)).rejects.toThrow(/Ctrl\+D/)
  expect(await sandbox.pty.kill(terminal.pid)).toBe(true)
  await expect(terminal.wait()).rejects.toMatchObject({ exitCode: -1 })
  expect(await sandbox.pty.kill(999_999)).toBe(false)
})
