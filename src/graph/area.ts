import type { EngineEvent } from '../contract/event.ts'
import type { Plot } from './plot.ts'

/** Puts one event into the plot; false when it belongs to another area. */
export type Area = (event: EngineEvent, plot: Plot) => boolean
