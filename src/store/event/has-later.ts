import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { EventTables } from './event-tables.ts'

/** Whether the same subject told an event of the same type later. */
export function hasLater<Tables extends EventTables>(
  open: ExpressionBuilder<Tables, 'event'>,
): ExpressionWrapper<EventTables, 'event', SqlBool> {
  // Kysely cannot see in a generic type that these tables are among them.
  const eb = open as unknown as ExpressionBuilder<EventTables, 'event'>
  const later = eb.selectFrom('event as later').select('later.seq').whereRef('later.subject', '=', 'event.subject')
  return eb.exists(later.whereRef('later.seq', '>', 'event.seq').whereRef('later.type', '=', 'event.type'))
}
