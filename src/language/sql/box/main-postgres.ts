import { openPostgres } from './postgres.ts'
import { runProgram } from './run-program.ts'

await runProgram(await openPostgres())
// The database keeps the process alive; what was printed may still be on its way.
process.stdout.write('', () => process.exit())
