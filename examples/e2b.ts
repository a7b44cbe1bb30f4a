/**
 * E2B's own SDK on this server. Start one as root first; then:
 *
 * E2B_API_URL=http://127.0.0.1:4400 E2B_SANDBOX_URL=http://127.0.0.1:4400 E2B_API_KEY=… node examples/e2b.ts
 */
import { Sandbox } from 'e2b'

const sandbox = await Sandbox.create({ metadata: { task: 'report' }, timeoutMs: 120_000 })

await sandbox.files.write('sales.csv', 'city,sold\nOslo,3\nRome,5\n')
const total = await sandbox.commands.run("awk -F, 'NR > 1 { sum += $2 } END { print sum }' sales.csv")
console.log('sold', total.stdout.trim())

const counting = await sandbox.commands.run('for n in 1 2 3; do echo $n; sleep 0.1; done', { background: true })
console.log('counted', (await counting.wait()).stdout.split('\n').filter(Boolean))

const failed = await sandbox.commands.run('ls no-such-file').catch((error) => error)
console.log('failed with', failed.exitCode)

const root = await sandbox.commands.run('id -u', { user: 'root' })
console.log('root is', root.stdout.trim())

const { snapshotId } = await sandbox.createSnapshot()
const copy = await Sandbox.create(snapshotId)
console.log(
  'copied',
  (await copy.files.list('/home/user')).map(({ name }) => name).filter((name) => !name.startsWith('.')),
)

await sandbox.pause()
const woken = await Sandbox.connect(sandbox.sandboxId)
console.log('woken', await woken.isRunning())

await Promise.all([woken.kill(), copy.kill()])
