import { z } from 'zod'

/** The rights of a key, the widest first. */
export const keyScope = z.enum(['admin', 'user', 'read', 'metrics'])
export type KeyScope = z.infer<typeof keyScope>

/** The scope that a row of an API needs; `open` rows need no key. */
export type Access = 'open' | KeyScope

/** A key of metrics reads metrics alone: a scraper need not see the runs of anybody. */
const OPENS: Record<KeyScope, readonly Access[]> = {
  admin: ['open', 'admin', 'user', 'read', 'metrics'],
  user: ['open', 'user', 'read'],
  read: ['open', 'read'],
  metrics: ['open', 'metrics'],
}

export const mayEnter = (scope: KeyScope, access: Access): boolean => OPENS[scope].includes(access)

/** The narrowest scope that a caller would need. */
export const scopesFor = (access: Access): string =>
  keyScope.options
    .filter((scope) => mayEnter(scope, access))
    .toReversed()
    .join(' or ')
