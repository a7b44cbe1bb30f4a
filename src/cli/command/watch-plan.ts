import type { Approval } from '../../contract/approval.ts'
import type { PlanInfo } from '../../contract/plan.ts'
import type { Client } from '../../sdk/sdk.ts'
import { EXIT, exitCodeOfSignal } from '../exit-code.ts'
import type { Host, StopSignal } from '../host.ts'
import { createPlanView, type PlanView } from '../text/plan-view.ts'

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
  const { signal } = leaving
  const view = isJson ? undefined : createPlanView(host)
  const looks = view && lookAgain({ host, client, planId, view, signal })
  try {
    for await (const event of client.plans.events(planId, { signal })) {
      if (isJson) await host.stdout.write(`${JSON.stringify(event)}\n`)
      else looks?.due()
      if (RESTS.includes(event.type) && (await client.plans.get(planId, { signal })).state !== 'running') break
    }
    await looks?.stop()
    const plan = await client.plans.get(planId, { signal })
    await view?.end(plan)
    return exitCodeOfPlan(plan)
  } catch (error) {
    await looks?.stop()
    if (!stoppedBy) throw error
    await host.stderr.write(`Left the plan as it is. Go on with: anneal plan resume ${planId}\n`)
    return exitCodeOfSignal[stoppedBy]
  } finally {
    forget()
  }
}

export const exitCodeOfPlan = ({ state }: PlanInfo): number => (state === 'done' ? EXIT.ok : EXIT.failed)

const TICK_MS = 100
/** The share of the time that may go into reading the plan: one of many thousand steps takes long to read. */
const READING_SHARE = 0.2
/** A second may pass without an event; times of steps at work, and questions to a person, are told meanwhile. */
const QUIET_MS = 1000

/** Reads the plan again soon after each event and draws it; one reading at a time, at most ten a second. */
function lookAgain(watched: Omit<Watched, 'isJson'> & { view: PlanView; signal: AbortSignal }) {
  const { host } = watched
  let isDue = true
  let nextAt = 0
  let reading: Promise<void> | undefined
  const look = async () => {
    const begun = host.now()
    isDue = false
    await showPlan(watched)
    const took = host.now() - begun
    nextAt = begun + Math.max(TICK_MS, took / READING_SHARE)
  }
  const tick = () => {
    const isQuiet = host.now() >= nextAt + QUIET_MS
    if (reading || !(isDue || isQuiet) || host.now() < nextAt) return
    // A failure to read shows in the stream of events too, and is told from there.
    reading = look()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
  }
  const stopTicking = host.every(TICK_MS, tick)
  return {
    due: () => {
      isDue = true
      tick()
    },
    async stop() {
      stopTicking()
      await reading
    },
  }
}

async function showPlan({
  client,
  planId,
  view,
  signal,
}: Omit<Watched, 'isJson'> & { view: PlanView; signal: AbortSignal }) {
  const plan = await client.plans.get(planId, { signal })
  const { approvals } = await client.approvals.list({ state: 'waiting', limit: 100 }, { signal })
  await view.show(
    plan,
    approvals.filter((question) => isOf(plan, question)),
  )
}

/** Whether a step of the plan waits for the answer to this question. */
function isOf(plan: PlanInfo, { arguments: exactly, actionId, suggested }: Approval): boolean {
  if (suggested) return false
  if (exactly !== null && typeof exactly === 'object' && 'plan' in exactly && exactly.plan === plan.id) return true
  return actionId !== null && plan.steps.some((step) => step.actionId === actionId)
}
