import { cgroupChecks } from './checks.ts'
import { findCgroups } from './find.ts'

/** Prints the place that the current user finds below a parent, and the promises that are broken there. */
const parent = process.argv[2]
const refusals: string[] = []
const tree = await findCgroups({
  ...(parent ? { parent } : {}),
  onRefused: (place, reason) => void refusals.push(`${place}: ${reason}`),
})
const broken: string[] = []
for (const check of tree ? cgroupChecks : []) {
  await check.run(tree as NonNullable<typeof tree>).catch((error) => broken.push(`${check.id}: ${error}`))
}
process.stdout.write(
  JSON.stringify({
    uid: process.getuid?.(),
    kind: tree?.kind ?? null,
    missing: tree?.missing ?? null,
    refusals,
    broken,
  }),
)
