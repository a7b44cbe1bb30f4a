import { openDuckdb } from './duckdb.ts'
import { runProgram } from './run-program.ts'

await runProgram(await openDuckdb())
