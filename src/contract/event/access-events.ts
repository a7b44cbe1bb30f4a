import { z } from 'zod'
import { keyInfo } from '../api.ts'
import { eventOf } from './envelope.ts'

const { admin, scope, label, start, expiresAt } = keyInfo.shape
// Older events tell `admin` alone.
const added = { admin, scope: scope.optional(), expiresAt: expiresAt.optional(), label, start }
const name = z.string().describe('Which setting, such as guard-policy')

/** Keys, and the settings that are kept in the store: everything else is configuration. */
export const accessEvents = [
  eventOf('key.added', added),
  eventOf('key.revoked', { label, start }),
  eventOf('setting.changed', { name, value: z.unknown().describe('As it is from now on') }),
  eventOf('setting.removed', { name }),
] as const
