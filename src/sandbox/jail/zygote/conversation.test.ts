import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { converse } from './conversation.ts'

it('a sandbox whose zygote is gone has ended when it is dead, though nobody has collected it', async () => {
  // A dead child that its parent never collects: it is still listed.
  const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const control = new PassThrough()
    const conversation = converse(control)
    const forked = conversation.ask('sandbox', {})
    control.write(`${JSON.stringify({ sandbox: 'sandbox', pid: Number(line) })}\n`)
    const end = conversation.endOf(await forked)
    conversation.finish()
    await expect(end).resolves.toBeUndefined()
  } finally {
    parent.kill('SIGKILL')
  }
})
