import { openDuckdb } from './duckdb.ts'
import { runProgram } from './run-program.ts'

void openDuckdb().then(runProgram)
