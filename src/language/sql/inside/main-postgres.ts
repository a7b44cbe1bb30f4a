import { openPostgres } from './postgres.ts'
import { runProgram } from './run-program.ts'

await runProgram(await openPostgres())
// The database would keep the process alive; exiting waits until stdout is flushed.
process.stdout.write('', () => process.exit())
