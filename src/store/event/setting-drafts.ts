import type { StreamDraft } from '../../contract/event.ts'
/** Who changes something, and when. */
export interface By {
  userId: string
  at: number
}

/** A setting that is kept in the store has a stream of its own, named after it. */
export const settingDrafts = {
  changed: (name: string, value: unknown, by: By): StreamDraft => ({
    type: 'setting.changed',
    ...{ subject: `setting:${name}`, ...by, name, value },
  }),
  removed: (name: string, by: By): StreamDraft => ({
    type: 'setting.removed',
    ...{ subject: `setting:${name}`, ...by, name },
  }),
}
