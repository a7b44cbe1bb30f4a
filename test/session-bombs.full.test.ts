import { test } from 'vitest'
import { sessionsOfOneEngine } from './support/cells.ts'
import { SMALL, survivesBomb } from './support/spawn-bombs.ts'

const inSession = sessionsOfOneEngine()

test.for(['javascript', 'bash'] as const)(
  'spawn bomb: processes that an ok cell of %s leaves behind take no session away',
  (language) => inSession((session) => survivesBomb(session, language), SMALL),
)
