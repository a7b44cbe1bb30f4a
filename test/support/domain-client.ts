import { setTimeout as wait } from 'node:timers/promises'
import { Sandbox } from '@e2b/code-interpreter'
import { PREVIEW_SERVER } from './preview-server.ts'

/**
 * A program as E2B's users write it, given only `E2B_DOMAIN`, `E2B_API_KEY` and the certificates to trust: prints its findings.
 * Run as a process of its own, since Node reads these variables when it starts.
 */
const sandbox = await Sandbox.create()
const echo = await sandbox.commands.run('echo from $(whoami)')
await sandbox.files.write('index.html', 'a page of the sandbox')
const link = await fetch(await sandbox.downloadUrl('index.html'))
await sandbox.files.write('preview.py', PREVIEW_SERVER)
await sandbox.commands.run('python3 -m http.server 8000 --bind 127.0.0.1', { background: true })
await sandbox.commands.run('python3 preview.py 9000', { background: true })
const preview = await untilOpen(`https://${sandbox.getHost(8000)}/index.html`)
const talk = await untilHello(`wss://${sandbox.getHost(9000)}/talk`)
const execution = await sandbox.runCode('6 * 7')
const running = sandbox.commands.run('sleep 60').then(
  () => 'ended',
  (error: Error) => error.constructor.name,
)
await wait(300)
await sandbox.kill()
const gone = await fetch(`https://${sandbox.getHost(8000)}`)
const seen = {
  echo: echo.stdout,
  link: await link.text(),
  preview,
  talk,
  result: execution.text,
  running: await running,
  gone: [gone.status, await gone.json()],
  isRunning: await sandbox.isRunning(),
}
process.stdout.write(`${JSON.stringify({ ...seen, sandboxId: sandbox.sandboxId })}\n`)

async function untilOpen(url: string): Promise<string> {
  for (;;) {
    const answer = await fetch(url)
    if (answer.ok) return answer.text()
    await wait(50)
  }
}

/** The server in the sandbox begins to listen a moment after its command was accepted. */
async function untilHello(url: string): Promise<unknown> {
  for (;;) {
    const word = await sayHello(url)
    if (word !== 'error') return word
    await wait(50)
  }
}

function sayHello(url: string): Promise<unknown> {
  const socket = new WebSocket(url)
  return new Promise((resolve) => {
    socket.addEventListener('open', () => socket.send('hello'))
    socket.addEventListener('message', ({ data }) => {
      resolve(data)
      socket.close()
    })
    socket.addEventListener('error', () => resolve('error'))
  })
}
