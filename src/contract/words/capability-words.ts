import type { Every } from '../every.ts'
import * as words from './words.ts'

type Words = (typeof words)[keyof typeof words]

export const capabilitySettings: Every<Words['settings']> = Object.assign(
  {},
  ...Object.values(words).map(({ settings }) => settings),
)

type CapabilityEvent = Words['events'][number]

export const capabilityEvents: CapabilityEvent[] = Object.values(words).flatMap<CapabilityEvent>(({ events }) => events)
