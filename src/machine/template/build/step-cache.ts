import { createHash } from 'node:crypto'
import type { LayerUse } from '../../layer-use.ts'
import type { UserLayers } from '../../user-layers.ts'
import type { BuildStep } from '../template.ts'
import type { TemplateRecords } from '../template-records.ts'
import type { BuildState } from './build-state.ts'

export interface StepCacheParts {
  records: TemplateRecords
  layers: UserLayers
  use: LayerUse
  clock(): number
}

export interface StepCache {
  /** The remembered result of this step on the same layers; its layers are held from then on. */
  find(step: BuildStep, before: BuildState): Promise<BuildState | undefined>
  keep(step: BuildStep, before: BuildState, after: BuildState): Promise<void>
}

export interface StepCacheOwner {
  userId: string
  /** Keeps layers until the build is over. */
  hold(layers: readonly string[]): void
}

/**
 * Remembered steps. Users see only their own: the hash of a step's files is given by its author, so one user could
 * otherwise slip files into another's template.
 */
export function createStepCache(
  { records, layers, use, clock }: StepCacheParts,
  { userId, hold }: StepCacheOwner,
): StepCache {
  return {
    async find(step, before) {
      const id = keyOf(userId, step, before)
      const known = await records.cache.get(id)
      if (!known) return undefined
      hold(known.after.layers)
      // A result that is still stored once it is held stays.
      const [isKept, there] = await Promise.all([records.cache.get(id), layers.list()])
      return isKept && known.after.layers.every((layer) => there.includes(layer)) ? known.after : undefined
    },
    async keep(step, before, after) {
      const layer = after.layers.length > before.layers.length ? (after.layers.at(-1) ?? null) : null
      const id = keyOf(userId, step, before)
      const known = await records.cache.get(id)
      if (known) await records.cache.delete(id)
      await records.cache.insert({ id, userId, createdAtMs: clock(), layer, after })
      if (known?.layer) await use.release([known.layer])
    },
  }
}

/** The layers below are part of the key: the same step on other layers is another step. */
function keyOf(userId: string, { type, args, filesHash }: BuildStep, before: BuildState): string {
  const { layers, root, env, user, workdir } = before
  const variables = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))
  const whole = [userId, type, args, filesHash ?? null, layers, root ?? null, variables, user, workdir]
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex')
}
