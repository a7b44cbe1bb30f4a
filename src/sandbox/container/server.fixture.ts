import { ownServerId } from '../cgroup/server-id.ts'
import { createContainerProvider } from './container.ts'

/** A server with one sandbox in which a marked program runs: it prints the sandbox's id and waits to be killed. */
const [socketPath = '', image = '', command = '', state = ''] = process.argv.slice(2)
const provider = createContainerProvider({
  socketPath,
  image,
  newSandboxId: () => `fixture-${process.pid}`,
  serverId: await ownServerId(),
  hostUsr: true,
})
const limits = {
  timeoutMs: 60_000,
  memoryMb: 64,
  cpuPercent: 100,
  processes: 16,
  openFiles: 256,
  outputBytes: 1000,
  diskMb: 1,
}
const control = await provider.create({ limits }, new AbortController().signal)
await control.sandbox.start(['bash', '-c', `setsid ${command} & ${command}`])
if (state === 'paused') await control.pause()
process.stdout.write(`${control.sandbox.id}\n`)
