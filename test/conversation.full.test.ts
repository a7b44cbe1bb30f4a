import { expect, test } from 'vitest'
import { holdConversations } from './conversations/hold-conversations.ts'
import { javascript } from './conversations/javascript.ts'
import { python } from './conversations/python.ts'
import { sql } from './conversations/sql.ts'

test('after each cell that failed a conversation is what it was before it; so it is after kill -9 of the server, a restart, an unload, in a branch and restored', async () => {
  expect(python.cells).toHaveLength(50)
  await holdConversations([python, javascript, sql])
})
