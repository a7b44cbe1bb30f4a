import { findCgroups } from '../cgroup/find.ts'
import { createGvisorProvider } from './gvisor.ts'

/** A server with one sandbox: it prints the sandbox's report on itself, and waits to be killed. */
const [parent] = process.argv.slice(2)
const cgroups = parent ? await findCgroups({ parent }) : undefined
const gvisor = createGvisorProvider({ execPath: process.execPath, newSandboxId: () => 'orphan', cgroups })
const limits = {
  timeoutMs: 20_000,
  memoryMb: 128,
  cpuPercent: 200,
  processes: 16,
  openFiles: 64,
  outputBytes: 10_000,
  diskMb: 8,
}
const { sandbox, limitsBy } = await gvisor.create({ limits }, new AbortController().signal)
let printed = ''
await sandbox.exec(['/usr/bin/bash', '-c', 'id -u; uname -v; echo file > file; cat file'], {
  onOutput: ({ bytes }) => {
    printed += Buffer.from(bytes).toString()
  },
})
await sandbox.start(['/usr/bin/sleep', '600'])
process.stdout.write(`${JSON.stringify({ printed, limitsBy })}\n`)
setInterval(() => {}, 1000)
