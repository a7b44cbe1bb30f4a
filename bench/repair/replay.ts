import { inLanes } from '../../src/pipeline/in-lanes.ts'
import type { RepairCase } from './cases.ts'
import { type Measured, measureCase } from './measure.ts'
import { openRunner } from './runner.ts'

/** Quality of an order of candidates. */
export interface Order {
  order: 'untrained' | 'learned'
  cases: number
  repaired: number
  wrong: number
  /** Place of the chosen change among the candidates, from 1. */
  meanPlace: number
  /** Share of repairs in which the first candidate was the right one. */
  firstShare: number
}

/**
 * Measures the same cases twice: on an engine that has seen nothing, and on one that has repaired the cases of the other
 * half first. Both go on learning while they are measured, as an engine does.
 */
export async function replay(halves: { tune: RepairCase[]; measure: RepairCase[] }, atOnce: number): Promise<Order[]> {
  const untrained = await inOrder([halves.measure], atOnce)
  const learned = await inOrder([halves.tune, halves.measure], atOnce)
  return [orderOf('untrained', untrained), orderOf('learned', learned)]
}

/** Runs the lists one after the other on one engine; gives the results of the last. */
async function inOrder(lists: RepairCase[][], atOnce: number): Promise<Measured[]> {
  const runner = await openRunner({ atOnce })
  try {
    let measured: Measured[] = []
    for (const items of lists) {
      measured = await inLanes({ items, lanes: atOnce, work: (one) => measureCase(runner, one) })
    }
    return measured
  } finally {
    await runner.close()
  }
}

function orderOf(order: Order['order'], measured: Measured[]): Order {
  const places = measured.flatMap((one) => (one.verdict === 'repaired' ? placeOf(one) : []))
  const count = (verdict: Measured['verdict']) => measured.filter((one) => one.verdict === verdict).length
  return {
    order,
    cases: measured.length,
    repaired: count('repaired'),
    wrong: count('wrong'),
    meanPlace: places.reduce((sum, place) => sum + place, 0) / places.length,
    firstShare: places.filter((place) => place === 1).length / places.length,
  }
}

/** Place of the change in a repair of one change: several in a row were not in one list. */
function placeOf({ result }: Measured): number[] {
  const { strategy = '', tried = [] } = result.blocks[0]?.attempts[1] ?? {}
  const place = tried.findIndex(({ outcome }) => outcome === 'chosen')
  return strategy.includes(' + ') || place === -1 ? [] : [place + 1]
}

export function orderTable(orders: Order[]): string {
  const rows = orders.map(({ order, cases, repaired, wrong, meanPlace, firstShare }) =>
    [
      order.padEnd(10),
      String(cases).padStart(6),
      String(repaired).padStart(9),
      String(wrong).padStart(6),
      meanPlace.toFixed(3).padStart(11),
      `${(100 * firstShare).toFixed(1)} %`.padStart(12),
    ].join(' '),
  )
  return ['order       cases  repaired  wrong  mean place  first right', ...rows].join('\n')
}
