import { test } from 'vitest'
import { bash } from './conversations/bash.ts'
import { holdConversations } from './conversations/hold-conversations.ts'

test('a conversation is unchanged after each failed cell, kill -9 of the server, a restart, an unload, a branch and a restore', () =>
  holdConversations([bash]))
