import { Buffer } from 'node:buffer'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { DATA, openVolumes } from '../../src/session/volume/with-volumes.fixture.ts'
import { openSqlite } from '../../src/store/database/sqlite.ts'
import { volumeSteps } from './volume-steps.ts'

/** Takes steps as fast as it can, and reports each, until it is killed. */
// The cache is flushed now: this process is killed and never reaches its end.
flushCompileCache()
const [, , directory = '', writer = ''] = process.argv
const store = await openSqlite({ file: join(directory, 'anneal.db') })
const { volumes } = await openVolumes(store, directory)
async function* content(text: string) {
  yield Buffer.from(text)
}

for (const step of volumeSteps(Number(writer))) {
  if (step.do === 'save') await volumes.save(DATA, { path: step.path, content: content(step.text) })
  else if (step.do === 'move') await volumes.move(DATA, step)
  else await volumes.removeFile(DATA, step.path)
  process.stdout.write('.')
}
