import { sqlPromises } from './support/sql-promises.ts'

sqlPromises(['sql'])
