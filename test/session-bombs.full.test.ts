import { test } from 'vitest'
import { sessionsOfOneEngine } from './support/cells.ts'
import { SMALL, survivesBomb } from './support/spawn-bombs.ts'

const inSession = sessionsOfOneEngine()

test.for(['javascript', 'bash'] as const)(
  'spawn bomb: a session outlives the processes that a successful cell of %s leaves behind',
  (language) => inSession((session) => survivesBomb(session, language), SMALL),
)
