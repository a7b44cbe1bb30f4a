import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { campaign } from '../soak/fuzz/campaign.ts'

/** The short form of `npm run fuzz`, with another seed each time; a failing seed is printed. */
test('no request to any route stalls or ends the server, is answered with a bug, or leaves something behind', async () => {
  const seed = randomInt(1_000_000)
  process.stdout.write(`fuzz: seed ${seed}\n`)
  const story = await campaign({ seed, forMs: 10_000, mostRequests: 2000, lanes: 4, settleMs: 20_000 })
  expect(story.findings, `node soak/fuzz.ts --seed ${seed}`).toEqual([])
  expect(story.requests).toBeGreaterThan(50)
})
