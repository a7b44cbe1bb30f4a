import { test } from 'vitest'
import { bash } from './conversations/bash.ts'
import { holdConversations } from './conversations/hold-conversations.ts'

test('after each cell that failed a conversation is what it was before it; so it is after kill -9 of the server, a restart, an unload, in a branch and restored', () =>
  holdConversations([bash]))
