import type { ForeignCase } from '../foreign-cases.ts'
import type { ForeignRunner } from '../foreign-measure.ts'
import type { CaseSet } from './collector.ts'
import { endingsOf } from './try-python.ts'

/** A task on which many failed must not speak for all others. */
const MOST_OF_A_TASK = 6

/** A program of a collection that may fail. */
export interface Tried {
  set: string
  task: string
  code: string
  visible: string[]
  hidden: string
}

/** The programs that fail, by how; equal programs once, and few of a task. */
export async function failing(
  runner: ForeignRunner,
  tried: readonly Tried[],
  mostOfATask = MOST_OF_A_TASK,
): Promise<CaseSet[]> {
  const different = [...new Map(tried.map((each) => [`${each.set} ${each.task} ${each.code.trim()}`, each])).values()]
  const usable = different.filter(({ visible, code }) => visible.length > 0 && code.trim() !== '')
  const endings = await endingsOf(
    runner,
    usable.map(({ code, visible }) => `${code}\n${visible.join('\n')}\n`),
  )
  const sets = new Map<string, ForeignCase[]>()
  for (const [index, { set, task, code, visible, hidden }] of usable.entries()) {
    const ending = endings[index]
    if (!ending || ending === 'never ends') continue
    const name = `${set}-${ending.replaceAll(' ', '-')}`
    const cases = sets.get(name) ?? []
    sets.set(name, cases)
    const isEnough = cases.filter((each) => each.task === task).length >= mostOfATask
    if (!isEnough)
      cases.push({ ...{ task, language: 'python', kind: name, code, visible: visible.join('\n'), hidden } })
  }
  return [...sets].map(([set, cases]) => ({ set, cases }))
}
