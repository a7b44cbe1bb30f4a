import { bashCases } from './error/bash-cases.fixture.ts'
import type { ErrorCase } from './error/error-case.fixture.ts'
import { nodeCases } from './error/node-cases.fixture.ts'
import { otherCases } from './error/other-cases.fixture.ts'
import { pythonCases } from './error/python-cases.fixture.ts'
import { sqlCases } from './error/sql-cases.fixture.ts'

/** Programs that fail, each with the error that must be read from its interpreter's or compiler's output. */
export const errorCases: ErrorCase[] = [...pythonCases, ...nodeCases, ...bashCases, ...sqlCases, ...otherCases]
