import { expect, it } from 'vitest'
import { makeId } from '../contract/id.ts'
import { createLayerUse } from './layer-use.ts'
import { sweepLayers } from './sweep-layers.ts'

const HOUR_MS = 3_600_000
const layerOf = (atMs: number, n: number) => makeId('lay', atMs, new Uint8Array(12).fill(n))

it('old layers that nothing needs are removed; needed, held and young ones stay', async () => {
  const now = 1_700_000_000_000
  const [needed, held, old, older, young] = [
    layerOf(now - 5 * HOUR_MS, 1),
    layerOf(now - 5 * HOUR_MS, 2),
    layerOf(now - HOUR_MS - 1, 3),
    layerOf(now - 9 * HOUR_MS, 4),
    layerOf(now - HOUR_MS, 5),
  ]
  const kept = new Set([needed, held, old, older, young])
  const makers = new Map([...kept].map((id) => [id, 'eng1']))
  const layers = {
    ...{ list: async () => [...kept], makers: async () => makers },
    remove: async (id: string) => void kept.delete(id),
  }
  const livingEngines = async () => ['eng1']
  const use = createLayerUse({ layers, inUse: async () => [needed] })
  const letGo = use.hold([held])
  await sweepLayers({ layers, use, livingEngines, clock: () => now })
  expect([...kept]).toEqual([needed, held, young])
  letGo()
  await sweepLayers({ layers, use, livingEngines, clock: () => now })
  expect([...kept]).toEqual([needed, young])
})

it('layers of a dead engine are removed at once, unless something needs them', async () => {
  const now = 1_700_000_000_000
  const [living, dead] = [makeId('eng', now, new Uint8Array(12)), makeId('eng', now - 1000, new Uint8Array(12))]
  const [needed, orphan, ofLiving] = [layerOf(now, 1), layerOf(now, 2), layerOf(now, 3)]
  const [unrecorded, beforeAll] = [layerOf(now, 4), layerOf(now - 1, 5)]
  const kept = new Set([needed, orphan, ofLiving, unrecorded, beforeAll])
  const makers = new Map([
    [needed, dead],
    [orphan, dead],
    [ofLiving, living],
  ])
  const layers = {
    ...{ list: async () => [...kept], makers: async () => makers },
    remove: async (id: string) => void kept.delete(id),
  }
  const use = createLayerUse({ layers, inUse: async () => [needed] })
  await sweepLayers({ layers, use, livingEngines: async () => [living], clock: () => now })
  expect([...kept]).toEqual([needed, ofLiving, unrecorded])
})
