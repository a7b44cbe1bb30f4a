import type { StreamDraft } from '../../contract/event.ts'

/** The user who changes something, and the time. */
export interface By {
  userId: string
  at: number
}

/** Events of a stored setting, which has a stream named after it. */
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
