import { runProgram } from './run-program.ts'
import { openSqlite } from './sqlite.ts'

void runProgram(openSqlite())
