import { access, constants, readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { mappedUsers } from './mapped-users.ts'
import { findSubIds } from './sub-ids.ts'
import { rootUsers, type SystemLack, type SystemsHere, type SystemUsers } from './system-users.ts'

const TOOLS = ['/usr/bin/newuidmap', '/usr/bin/newgidmap']
/** Mounts the parts of a system, in namespaces that are gone afterwards. */
const TRIAL = `set -e; mount -t tmpfs none /tmp; cd /tmp; mkdir upper work merged
mount -t overlay -o userxattr,lowerdir=/usr,upperdir=upper,workdir=work overlay merged; : > merged/trial`
const TRY = ['/usr/bin/unshare', '--mount', '--', '/bin/sh', '-c', TRIAL]

/** Finds the users that systems can have here, and tries them; otherwise names the missing part, and how to get it. */
export async function findSystemUsers(): Promise<SystemsHere> {
  if (process.getuid?.() === 0) return { users: rootUsers }
  const missing = await missingTools()
  if (missing) return { lack: missing }
  const ids = await findSubIds()
  if ('lack' in ids) return ids
  const users = mappedUsers(ids)
  const complaint = await tryOut(users).catch((error: Error & { stderr?: string }) => error.stderr || error.message)
  return complaint === undefined ? { users } : { lack: await explain(complaint.trim()) }
}

async function missingTools(): Promise<SystemLack | undefined> {
  for (const tool of TOOLS) {
    const isHere = await access(tool, constants.X_OK).then(
      () => true,
      () => false,
    )
    const reason = `${tool}, which gives this user more users, is not installed`
    if (!isHere) return { reason, remedy: 'As root: apt-get install -y uidmap' }
  }
  return undefined
}

/** Gives the complaint of a trial that failed. */
async function tryOut(users: SystemUsers): Promise<string | undefined> {
  const { process, begun } = users.start(TRY, { env: {} })
  const said = process.stderr ? text(process.stderr) : Promise.resolve('')
  const closed = new Promise((resolve) => process.once('close', resolve))
  await begun
  await closed
  return process.exitCode === 0 ? undefined : (await said) || 'it failed'
}

async function explain(complaint: string): Promise<SystemLack> {
  if (/^NoNewPrivs:\s+1$/m.test(await readFile('/proc/self/status', 'utf8'))) {
    const reason = 'newuidmap works only with rights that NoNewPrivileges of a service takes away'
    return { reason, remedy: 'Add deploy/systemd/machines-user.conf to the service of the user.' }
  }
  const reason = `namespaces with users from /etc/subuid were tried, and do not work: ${complaint.replace(/\.$/, '')}`
  return { reason, remedy: 'Look at "anneal doctor"; Linux 5.11 or newer is needed, and newuidmap set-uid root.' }
}
