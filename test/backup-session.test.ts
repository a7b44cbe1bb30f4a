import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backupHome, type Engine, restoreHome } from '../src/engine.ts'
import { configOf, withEngine } from './support/engine.ts'
import { withHome } from './support/temporary-home.ts'

const ADA = { userId: 'ada' }
const watched = { onProgress: () => {}, signal: new AbortController().signal }

async function shownBy(engine: Engine, session: string, code: string): Promise<unknown> {
  const started = await engine.run({ code, language: 'python', session, options: { attempts: 1 } }, ADA)
  const { blocks } = await started.result
  return blocks[0]?.attempts[0]?.results.at(-1)?.data['text/plain']
}

it('a session continues elsewhere from a backup that was made while its server ran', () =>
  withHome(async (directory) => {
    const home = join(directory, 'home')
    const elsewhere = join(directory, 'elsewhere')
    const file = join(directory, 'all.anneal')
    const id = await withEngine({ home }, async ({ engine }) => {
      const session = await engine.sessions.create({}, ADA.userId)
      await shownBy(engine, session.id, 'x = {"a": [1, 2]}\nopen("f.txt", "w").write("saved")')
      await backupHome(configOf(home).config, { ...watched, file, id: 'one', madeAt: 1, madeBy: 'test' })
      await shownBy(engine, session.id, 'x = "later"\nopen("f.txt", "w").write("later")')
      return session.id
    })
    await restoreHome(configOf(elsewhere).config, { ...watched, file })
    await withEngine({ home: elsewhere }, async ({ engine }) => {
      // Its former server is unknown here, so no other engine has it.
      expect(await shownBy(engine, id, 'x, open("f.txt").read()')).toBe("({'a': [1, 2]}, 'saved')")
    })
  }))
