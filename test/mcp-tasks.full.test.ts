import { test } from 'vitest'
import { isFinishedByAnother } from './support/mcp/tasks.ts'
import { emptyDatabase } from './support/postgres.ts'

test('a task on PostgreSQL whose server is killed by kill -9 is finished by another node under its id; one with network ends as interrupted', async () =>
  isFinishedByAnother({ ANNEAL_DATABASE_URL: await emptyDatabase() }))
