import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'

export interface HeartNeeds extends Pick<Ground, 'onTrouble'> {
  beat(): Promise<void>
  config: { leaseMs: number }
}

/** Beats three times in each lease, so that one beat may fail. */
export function heartPart({ beat, config, onTrouble }: HeartNeeds): Part<null> {
  const heart = setInterval(() => void beat().catch(onTrouble), config.leaseMs / 3)
  heart.unref()
  return { api: null, close: async () => clearInterval(heart) }
}
