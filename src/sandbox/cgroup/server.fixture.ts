import { findCgroups } from './find.ts'
import { groupName, ownServerId } from './server-id.ts'
import { CHECK_LIMITS, python, startIn } from './start-in.ts'

/** A server with one sandbox that outlives it: it prints the group's name and the sandbox's process, and waits to be killed. */
const tree = await findCgroups({ parent: process.argv[2] ?? '/' })
const group = await tree?.open('sandbox', CHECK_LIMITS)
if (!group) throw new Error('no place for groups')
const sleeper = await startIn(group, python('import time; time.sleep(60)'))
const name = groupName(await ownServerId(), 'sandbox')
process.stdout.write(`${JSON.stringify({ name, pid: sleeper.child.pid })}\n`)
