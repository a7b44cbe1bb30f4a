import { z } from 'zod'
import { keyInfo } from '../api.ts'
import { eventOf } from './envelope.ts'

const { admin, label, start } = keyInfo.shape
const name = z.string().describe('Which setting, such as guard-policy')

/** Keys, and the settings that are kept in the store: everything else is configuration. */
export const accessEvents = [
  eventOf('key.added', { admin, label, start }),
  eventOf('key.revoked', { label, start }),
  eventOf('setting.changed', { name, value: z.unknown().describe('As it is from now on') }),
  eventOf('setting.removed', { name }),
] as const
