import { afterAll, beforeAll, describe, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/support/postgres.ts'
import { storeChecks } from './checks.ts'
import { openPostgres } from './postgres.ts'

let server: PostgresServer
let url = ''
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
})
afterAll(() => server.stop())

describe('PostgreSQL keeps what every store promises', () => {
  for (const check of storeChecks) it(check.id, () => check.run(() => openPostgres({ url })))
})
