// Plays scenes in a fresh process, and tells what came of each.
import { apart, tell } from './apart.mjs'
import { perform } from './perform.mjs'
import { setStage } from './stage.mjs'

await apart(async ({ job, path, scenes, seed, shiftMs, isReversed }) => {
  const stage = setStage({ program: job.program, path, seed, shiftMs })
  const copy = await stage.copyOf()
  const order = [...scenes.keys()]
  if (isReversed) order.reverse()
  for (const index of order) {
    const { target, scene } = scenes[index]
    tell({ index, outcomes: await perform(job.targets[target], scene, copy) })
  }
})
