import { setTimeout as delay } from 'node:timers/promises'
import type { Link } from '../agent/link.ts'
import type { Cgroup } from '../cgroup/cgroup.ts'
import { killOne } from '../host/kill-one.ts'
import { exitOf, type Launched } from '../host/launched.ts'
import type { LimitCounter } from '../host/limit-counter.ts'

interface Doomed {
  launched: Launched
  link: Link
  cgroup: Cgroup | undefined
  counter: LimitCounter
}

/** Time within which bubblewrap names the first process of the room. */
const FIRST_PROCESS_MS = 2000
/** Time after which the kernel has ended all processes of the room, or never will. */
const LAST_PROCESS_MS = 5000

/** Ends the room: killing its first process kills all in it, and bubblewrap ends only when the last of them is gone. */
export async function tearDown({ launched, link, cgroup, counter }: Doomed): Promise<void> {
  const { process: bubblewrap, status } = launched
  if (!launched.isBuilding()) bubblewrap.kill('SIGKILL')
  await counter.close()
  await cgroup?.kill()
  const pid = await Promise.race([status.childPid, delay(FIRST_PROCESS_MS, undefined, { ref: false })])
  if (pid === undefined) bubblewrap.kill('SIGKILL')
  else if (bubblewrap.exitCode === null && bubblewrap.signalCode === null) killOne(pid)
  const tooLate = setTimeout(() => bubblewrap.kill('SIGKILL'), LAST_PROCESS_MS)
  link.destroy()
  await exitOf(launched)
  clearTimeout(tooLate)
  await cgroup?.kill()
  await cgroup?.remove()
}
