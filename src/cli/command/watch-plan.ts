import type { PlanInfo } from '../../contract/plan.ts'
import type { Client } from '../../sdk/sdk.ts'
import { EXIT, exitCodeOfSignal } from '../exit-code.ts'
import type { Host, StopSignal } from '../host.ts'
import { planLine, planTree, stepLine } from '../text/plan-tree.ts'
import { createPaint } from '../text/screen.ts'

interface Watched {
  host: Host
  client: Client
  planId: string
  /** Prints one event per line. */
  isJson: boolean
}

const RESTS = ['plan.end', 'plan.paused', 'plan.waiting']

/** Tells how a plan goes until it rests: as a tree that is drawn again on a terminal, else a line for each step that has ended. */
export async function watchPlan({ host, client, planId, isJson }: Watched): Promise<number> {
  const leaving = new AbortController()
  let stoppedBy: StopSignal | undefined
  const forget = host.onStop((signal) => {
    stoppedBy = signal
    leaving.abort()
  })
  const view = isJson ? undefined : createPlanView(host)
  try {
    const { signal } = leaving
    let plan = await client.plans.get(planId, { signal })
    for await (const event of client.plans.events(planId, { signal })) {
      if (isJson) await host.stdout.write(`${JSON.stringify(event)}\n`)
      const isRest = RESTS.includes(event.type)
      if (!isJson || isRest) plan = await client.plans.get(planId, { signal })
      await view?.show(plan)
      if (isRest && plan.state !== 'running') break
    }
    await view?.end(plan)
    return exitCodeOfPlan(plan)
  } catch (error) {
    if (!stoppedBy) throw error
    await host.stderr.write(`Left the plan as it is. Go on with: anneal plan resume ${planId}\n`)
    return exitCodeOfSignal[stoppedBy]
  } finally {
    forget()
  }
}

export const exitCodeOfPlan = ({ state }: PlanInfo): number => (state === 'done' ? EXIT.ok : EXIT.failed)

function createPlanView(host: Host) {
  const paint = createPaint(host.stdout)
  const { isTerminal } = host.stdout
  let drawn = 0
  const told = new Set<string>()
  const draw = async (plan: PlanInfo) => {
    const lines = planTree(plan, paint)
    const up = drawn === 0 ? '' : `\u001b[${drawn}A\u001b[J`
    drawn = lines.length
    await host.stdout.write(`${up}${lines.join('\n')}\n`)
  }
  return {
    async show(plan: PlanInfo): Promise<void> {
      if (isTerminal) return draw(plan)
      for (const step of plan.steps) {
        if (step.state === 'waiting' || step.state === 'running' || told.has(step.id)) continue
        told.add(step.id)
        await host.stdout.write(`${stepLine(step, paint)}\n`)
      }
    },
    end: (plan: PlanInfo) => host.stdout.write(`${planLine(plan, paint)}\n`),
  }
}
