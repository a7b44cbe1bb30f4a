/** A live interpreter in a sandbox: each cell sees the variables of the cells before it. In a project: `from 'anneal'`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../src/engine.ts'

const home = await mkdtemp(join(tmpdir(), 'anneal-example-'))
const engine = await createEngine({ home, logLevel: 'silent' })
const { contexts, sandbox } = await engine.createSandbox({ limits: { memoryMb: 512 } })

await sandbox.files.write('sales.csv', 'city,sold\nOslo,3\nRome,5\n')
const { id } = await contexts.create({ language: 'python' })

await contexts.execute(id, 'import csv\nrows = list(csv.DictReader(open("sales.csv")))')
const second = await contexts.execute(id, 'print(len(rows), "rows")\nsum(int(row["sold"]) for row in rows)', {
  onEvent: (event) => {
    if (event.type === 'stdout') process.stdout.write(event.text)
  },
})
console.log(second.shown[0]?.data['text/plain'])

const failed = await contexts.execute(id, 'total = 0\ntotal / rows')
console.log(failed.error?.name, 'in line', failed.error?.line)

await engine.close()
await rm(home, { recursive: true })
