import type { WallCheckResult } from '../../contract/api.ts'
import type { Client } from '../../sdk/sdk.ts'
import type { Host } from '../host.ts'
import { createPaint, type Paint } from '../text/screen.ts'
import { createStatusLine } from '../text/status-line.ts'
import { durationText } from '../text/time-text.ts'
import { visibleText } from '../text/visible-text.ts'

export interface GroupResult {
  group: string
  results: WallCheckResult[]
}

/** Tries the checks of the sandboxes one after the other, with the current one on a live line. */
export async function tryWalls(client: Client, host: Host, { quick }: { quick: boolean }): Promise<GroupResult[]> {
  const all = (await client.checks.list()).checks
  const chosen = quick ? all.filter((check) => check.quick) : all
  const groups = new Map<string, WallCheckResult[]>()
  let at = 0
  let current = ''
  const status = createStatusLine(host, () =>
    current ? `${at} of ${chosen.length} · ${visibleText(current)}` : undefined,
  )
  try {
    for (const { id, group } of chosen) {
      at++
      current = id
      const results = groups.get(group) ?? []
      groups.set(group, [...results, await client.checks.run(id)])
    }
  } finally {
    status.stop()
  }
  return [...groups].map(([group, results]) => ({ group, results }))
}

/** One line for each group, and one for each promise that was not seen to hold. */
export function wallLines(groups: GroupResult[], host: Host): string[] {
  const paint = createPaint(host.stdout)
  const width = Math.max(...groups.map(({ group }) => group.length))
  const lines = groups.flatMap(({ group, results }) => {
    const broken = results.filter(({ ok }) => !ok)
    const took = durationText(results.reduce((sum, { durationMs }) => sum + durationMs, 0))
    const count = `${results.length - broken.length} of ${results.length} hold`
    return [
      `${markOf(broken, paint)} ${group.padEnd(width)}  ${count} ${paint('dim', took)}`,
      ...broken.map(
        (result) =>
          `  ${markOf([result], paint)} ${visibleText(result.id)}: ${result.inconclusive ? 'inconclusive: ' : ''}${visibleText((result.problem ?? '').split('\n')[0] ?? '')}`,
      ),
    ]
  })
  return lines.length > 0 ? [...lines, ''] : []
}

/** A busy host is no broken one. */
function markOf(failed: WallCheckResult[], paint: Paint): string {
  if (failed.length === 0) return paint('green', '✔')
  return failed.every(({ inconclusive }) => inconclusive) ? paint('yellow', '?') : paint('red', '✖')
}
