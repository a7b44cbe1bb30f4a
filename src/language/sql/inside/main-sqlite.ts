import { runProgram } from './run-program.ts'
import { openSqlite } from './sqlite.ts'

await runProgram(openSqlite())
