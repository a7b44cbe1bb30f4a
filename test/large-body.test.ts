import { expect, test } from 'vitest'
import { BODY_BYTES, MEGABYTE, MOST_GROWTH, refusesLargeBodies, upload, watchMemory } from './support/large-bodies.ts'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

test('a body of 500 MB in chunks without a length is answered with 413 and never gathered in memory', () =>
  refusesLargeBodies({ tellLength: false, times: 1 }))

test('a body of 500 MB without a key is refused before it is read', async () => {
  await withHome((home) =>
    serving({ home }, async (served) => {
      await upload(served, { tellLength: false, path: '/v1/detect', bytes: MEGABYTE })
      const before = await served.memory()
      const watch = watchMemory(served)
      const answer = await upload(
        { ...served, key: 'none' },
        { tellLength: false, path: '/v1/runs', bytes: BODY_BYTES },
      )
      expect(answer.status).toBe(401)
      expect((await watch.stop()) - before).toBeLessThan(MOST_GROWTH)
    }),
  )
})
