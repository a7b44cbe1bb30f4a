import { findCgroups } from '../cgroup/find.ts'
import { sandboxChecks } from '../checks.ts'
import { createJail } from './jail.ts'

/** Tries every check of the jail as whoever runs this, and tells each outcome as one line of JSON. */
const ids = process.argv.slice(2)
let boxes = 0
const jail = createJail({
  execPath: process.execPath,
  newBoxId: () => `checked-${process.pid}-${++boxes}`,
  cgroups: await findCgroups(),
})
for (const { id, run } of sandboxChecks.filter((check) => ids.length === 0 || ids.includes(check.id))) {
  const problem = await run(jail).then(
    () => null,
    (error) => String(error?.message ?? error),
  )
  process.stdout.write(`${JSON.stringify({ id, problem, uid: process.getuid?.() })}\n`)
}
