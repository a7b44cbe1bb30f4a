import { openPostgres } from './postgres.ts'
import { runProgram } from './run-program.ts'

void openPostgres()
  .then(runProgram)
  // The database would keep the process alive; exiting waits until stdout is flushed.
  .then(() => process.stdout.write('', () => process.exit()))
