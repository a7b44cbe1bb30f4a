import { expect, test } from 'vitest'
import { holdConversations } from './conversations/hold-conversations.ts'
import { javascript } from './conversations/javascript.ts'
import { python } from './conversations/python.ts'
import { sql } from './conversations/sql.ts'

test('a conversation is unchanged after each failed cell, kill -9 of the server, a restart, an unload, a branch and a restore', async () => {
  expect(python.cells).toHaveLength(50)
  await holdConversations([python, javascript, sql])
})
