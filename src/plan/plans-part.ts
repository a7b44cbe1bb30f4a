import { LOCAL_USER } from '../access/keys.ts'
import { EngineError } from '../contract/errors.ts'
import type { Part } from '../contract/part.ts'
import { type PlanDefinition, type PlanRequest, planRequest } from '../contract/plan.ts'
import type { PlanRows } from '../store/plan/plan-rows.ts'
import type { PlanRow, StepRow } from '../store/plan/plan-tables.ts'
import { planInfoOf, summaryOf } from './board-info.ts'
import { branchPlan } from './branch-plan.ts'
import { cancelling, pausing, rerunning, resuming } from './change-plan.ts'
import { createPlanKeeper, type PlanKeeper } from './plan-keeper.ts'
import type { PlanNeeds } from './plan-parts.ts'
import { planRoutes } from './plan-routes.ts'
import type { PlansApi } from './plans-api.ts'
import { problemsOfPlan } from './problems-of-plan.ts'
import { waitForPlan } from './wait-for-plan.ts'

const DAY_MS = 86_400_000
/** Stands for a session that is made when the plan has no problems. */
const ANY_SESSION = 'ses000000000000000000000'

/** Opens plans: those of dead engines go on here. Closing lets steps end for `shutdownGraceMs`; the next engine goes on with the rest. */
export async function plansPart(needs: PlanNeeds): Promise<Part<PlansApi>> {
  const { store, config, clock } = needs
  const keeper = createPlanKeeper(needs)
  const api = plansApi(needs, keeper)
  if (!needs.isBrief) {
    if (config.retentionDays > 0) await store.plans.removeBefore(clock() - config.retentionDays * DAY_MS)
    await keeper.look()
  }
  return { api, routes: planRoutes(api), beat: keeper.look, close: keeper.close }
}

function plansApi(needs: PlanNeeds, keeper: PlanKeeper): PlansApi {
  const { store, clock } = needs
  const owned = async (id: string, userId: string): Promise<PlanRow> => {
    const plan = await store.plans.get(id)
    if (plan?.userId !== userId) throw new EngineError('PLAN_NOT_FOUND', { planId: id })
    return plan
  }
  const get: PlansApi['get'] = async (id, userId) => planInfoOf(await owned(id, userId), await store.plans.steps(id))
  const alter = async (id: string, userId: string, decide: Parameters<PlanRows['alter']>[1]) => {
    await owned(id, userId)
    await store.plans.alter(id, decide, clock())
  }
  const begin = async (plan: PlanRow, steps: StepRow[] = []) => {
    await store.plans.create(plan, steps)
    await keeper.take(plan.id)
    return { planId: plan.id }
  }
  const api: PlansApi = {
    async start(request, { userId = LOCAL_USER } = {}) {
      return begin(await newPlan(needs, { ...checked(needs, request), userId }))
    },
    async executePlan(request, caller = {}) {
      const { planId } = await api.start(request, caller)
      return api.wait(planId, caller)
    },
    problemsOf: (request) => problemsOf(needs, request).problems,
    async wait(id, { userId = LOCAL_USER, signal } = {}) {
      await owned(id, userId)
      await waitForPlan(needs, id, signal)
      return get(id, userId)
    },
    get,
    list: async (query) => (await store.plans.list(query)).map(summaryOf),
    async pause(id, userId) {
      await alter(id, userId, pausing(clock()))
      keeper.wake(id)
      return get(id, userId)
    },
    async resume(id, userId, how = {}) {
      await alter(id, userId, resuming(how, clock()))
      keeper.wake(id)
      await keeper.take(id)
      return get(id, userId)
    },
    async cancel(id, userId) {
      await alter(id, userId, cancelling(clock()))
      await keeper.drop(id)
      return get(id, userId)
    },
    async rerun(id, userId, from) {
      await alter(id, userId, rerunning(from, clock()))
      await keeper.take(id)
      return get(id, userId)
    },
    async branch(id, userId, how) {
      const plan = await owned(id, userId)
      const session = plan.sessionId === null ? {} : { session: plan.sessionId }
      const check = (definition: PlanDefinition) => void checked(needs, { ...definition, ...session })
      const branch = await branchPlan(needs, { plan, steps: await store.plans.steps(id), how, check })
      return begin(branch.plan, branch.steps)
    },
  }
  return api
}

interface Checked {
  name: string | null
  definition: PlanDefinition
  session: string | undefined
}

function checked(needs: PlanNeeds, request: PlanRequest): Checked {
  const { problems, ...plan } = problemsOf(needs, request)
  if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
  return plan
}

/** A plan without a session gets one of its own where that takes problems away: some of its steps need one. */
function problemsOf({ actions }: PlanNeeds, request: PlanRequest): Checked & { problems: string[] } {
  const { name = null, session, ...definition } = planRequest.parse(request)
  const types = new Map(actions.types().map((info) => [info.type, info]))
  const within = (one: string | undefined) => problemsOfPlan(definition, { actions, types, session: one })
  const problems = within(session === 'new' ? ANY_SESSION : session)
  if (problems.length === 0 || session !== undefined) return { name, definition, session, problems }
  const inOne = within(ANY_SESSION)
  return inOne.length < problems.length
    ? { name, definition, session: 'new', problems: inOne }
    : { name, definition, session, problems }
}

async function newPlan(
  { sessions, newId, clock }: PlanNeeds,
  { name, definition, session, userId }: Checked & { userId: string },
): Promise<PlanRow> {
  // Another user's session does not exist.
  if (session !== undefined && session !== 'new') await sessions.get(session, userId)
  const id = newId('pln')
  const own = session === 'new' ? (await sessions.create({ metadata: { plan: id } }, userId)).id : session
  const at = clock()
  return {
    ...{ id, userId, state: 'running', engineId: null, createdAt: at, updatedAt: at },
    ...{ name, definition, sessionId: own ?? null, branchOf: null, replans: 0, round: 0, restores: [] },
  }
}
