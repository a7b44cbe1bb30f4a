import { describe, expect, it } from 'vitest'
import { EngineError } from '../../contract/errors.ts'
import { databaseError } from './database-error.ts'

const where = 'postgres://ada@db.example.org/anneal'
const withCode = (code: string, message = 'some reason') => Object.assign(new Error(message), { code })

describe('an error of a driver becomes one a caller can act on', () => {
  const expected = {
    STORE_BUSY: ['SQLITE_BUSY', 'SQLITE_BUSY_RECOVERY', 'SQLITE_LOCKED', 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'],
    STORE_FULL: ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT', '53100'],
    STORE_DAMAGED: ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'SQLITE_CANTOPEN', 'EACCES', 'XX001'],
    CONFIG_INVALID: ['28P01', '28000', '3D000', '42501', 'SELF_SIGNED_CERT_IN_CHAIN'],
  }
  for (const [code, driverCodes] of Object.entries(expected)) {
    it.each(driverCodes)(`%s is ${code}`, (driverCode) => {
      expect(databaseError(withCode(driverCode), where)).toMatchObject({ code })
    })
  }

  it.each(['57014', '57P01', '57P03', '55P03', '40P01', '40001', '53300', '08006'])('%s is STORE_BUSY', (code) => {
    expect(databaseError(withCode(code), where)).toMatchObject({ code: 'STORE_BUSY' })
  })

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('"%s" is STORE_BUSY', (message) => {
    expect(databaseError(new Error(message), where)).toMatchObject({ code: 'STORE_BUSY' })
  })

  it('the reason of a host with several addresses is that of the first', () => {
    const error = new AggregateError([new Error('connect ECONNREFUSED ::1:5432')], '')
    expect(databaseError(Object.assign(error, { code: 'ECONNREFUSED' }), where)).toMatchObject({
      message: 'The database does not answer: connect ECONNREFUSED ::1:5432.',
    })
  })

  it('the error of the driver is kept as the cause', () => {
    const cause = withCode('SQLITE_FULL')
    expect(databaseError(cause, where)).toHaveProperty('cause', cause)
  })
})

describe('any other error is thrown unchanged', () => {
  it.each([
    withCode('SQLITE_CONSTRAINT_UNIQUE'),
    withCode('23505'),
    withCode('42P01'),
    new TypeError('x is not a function'),
    new EngineError('RUN_NOT_FOUND', { runId: 'run1' }),
    'a string',
    undefined,
  ])('%s', (error) => expect(databaseError(error, where)).toBe(error))
})
