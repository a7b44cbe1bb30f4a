/** Runs every failing program in a sandbox and records the results: node test/failing-programs/record.ts */
import { writeFileSync } from 'node:fs'
import { openProgramRunner } from '../support/program-runner.ts'
import type { Recorded } from './failing-program.ts'
import { failingPrograms } from './failing-programs.ts'
import { tell } from './tell.ts'

const runner = await openProgramRunner()
const recorded: Recorded[] = []
for (const program of failingPrograms) {
  const { language, code } = program
  recorded.push({ ...program, ...tell(await runner.run(language, { code })) })
}
await runner.close()
writeFileSync(new URL('./recorded.json', import.meta.url), `${JSON.stringify(recorded, null, 1)}\n`)
