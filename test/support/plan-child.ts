import { createEngine } from '../../src/engine.ts'
import { refuseEvents } from './database.ts'
import { configOf } from './engine.ts'

/** A real engine that starts a plan, and dies when an action has ended whose step can never be stored. */
const [home = '', plan = '{}'] = process.argv.slice(2)
const engine = await createEngine(configOf(home))
const { events } = await engine.events.follow({ userId: 'ada', after: 'now', signal: new AbortController().signal })
refuseEvents(home, 'step.end')
await engine.plans.start(JSON.parse(plan), { userId: 'ada' })
for await (const { event } of events) if (event.type === 'action.end') process.kill(process.pid, 'SIGKILL')
