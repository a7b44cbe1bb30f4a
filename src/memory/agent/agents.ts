import type {
  Agent,
  AgentOrder,
  AgentRoute,
  Domain,
  DomainRecord,
  NewAgent,
  RouteRequest,
} from '../../contract/agent.ts'
import { EngineError } from '../../contract/errors.ts'
import type { RunFact } from '../../contract/feedback.ts'
import type { Ground } from '../../contract/ground.ts'
import type { Store } from '../../store/store.ts'
import type { BookKeeper } from '../playbook/open-playbook.ts'
import { domainsOf } from './domains-of.ts'
import { routeAgent } from './route-agent.ts'

export interface AgentsNeeds extends Pick<Ground, 'clock' | 'newId'> {
  store: Pick<Store, 'documents' | 'facts' | 'codePatterns'>
  keeper: BookKeeper
}

interface AgentBody {
  name: string
  description: string | null
  /** Absent where nobody was given it. */
  sharedWith?: string[]
}

export interface Agents {
  create(wanted: NewAgent, userId: string): Promise<Agent>
  get(name: string, userId: string): Promise<Agent>
  list(userId: string): Promise<Agent[]>
  /** Lets another user search its programs, or ends that. */
  share(name: string, order: AgentOrder, userId: string): Promise<Agent>
  /** Its record and its lessons go with it, and its programs are those of no agent. */
  remove(name: string, userId: string): Promise<void>
  /** Removes the agents of a user, and the user from the agents of others. */
  removeOf(userId: string): Promise<void>
  /** Throws where the user has no such agent. */
  assertOwn(name: string, userId: string): Promise<{ id: string }>
  /** Throws where the owner has no such agent, and in the same words where it is not shared with the user. */
  assertShared(agent: { name: string; owner: string }, userId: string): Promise<void>
  route(request: RouteRequest, userId: string): Promise<AgentRoute>
  /** The record of one domain of an agent. */
  recordOf(agent: string, userId: string, domain: Domain): Promise<DomainRecord | undefined>
}

const KIND = 'agent'
const MOST_AGENTS = 200
const MOST_FACTS = 5000

/** Named agents of users. */
export function createAgents({ store, keeper, clock, newId }: AgentsNeeds): Agents {
  const rows = store.documents
  const known = (userId: string) => rows.list({ kind: KIND, userId })
  async function find(name: string, userId: string) {
    const found = (await known(userId)).find(({ body }) => (body as AgentBody).name === name)
    if (!found) throw new EngineError('AGENT_NOT_FOUND', { name })
    return found
  }
  async function changeSharing(name: string, { op, user }: AgentOrder, userId: string): Promise<void> {
    const told = { type: 'agent.changed', userId, at: clock(), name, op } as const
    for (;;) {
      const { id, revision, body } = await find(name, userId)
      const others = sharedWith(body).filter((each) => each !== user)
      const next = { ...(body as AgentBody), sharedWith: op === 'share' ? [...others, user] : others }
      if (await rows.put({ kind: KIND, id, revision, body: next }, { ...told, subject: `agent:${id}` })) return
    }
  }
  const factsOf = (agent: string, userId: string): Promise<RunFact[]> =>
    store.facts.list({ userId, agent, since: 0, limit: MOST_FACTS })

  async function agentOf({ id, userId, createdAtMs, body }: Awaited<ReturnType<typeof find>>): Promise<Agent> {
    const { name, description } = body as AgentBody
    const facts = await factsOf(name, userId)
    const own = [...(await keeper.book(userId)).lessons.values()].filter(({ draft }) => draft.agent === name)
    const count = (state: string) => own.filter((lesson) => lesson.state === state).length
    return {
      ...{ id, name, description, createdAt: createdAtMs, runs: facts.length },
      succeeded: facts.filter(({ outcome }) => outcome === 'ok').length,
      domains: domainsOf(facts),
      lessons: { active: count('active'), candidate: count('candidate') },
      sharedWith: sharedWith(body),
    }
  }
  const list = async (userId: string) => Promise.all((await known(userId)).map(agentOf))
  async function remove(name: string, userId: string): Promise<void> {
    const { id } = await find(name, userId)
    const { lessons } = await keeper.book(userId)
    const lessonIds = [...lessons.values()].filter(({ draft }) => draft.agent === name).map((lesson) => lesson.id)
    if (lessonIds.length > 0) await keeper.forget(userId, { lessonIds })
    await store.facts.removeAgent(userId, name)
    await store.codePatterns.removeAgent(userId, name)
    await rows.delete(KIND, id, { type: 'agent.removed', subject: `agent:${id}`, userId, at: clock(), name })
  }
  return {
    async create({ name, description = null }, userId) {
      const others = await known(userId)
      if (others.some(({ body }) => (body as AgentBody).name === name)) throw new EngineError('AGENT_EXISTS', { name })
      if (others.length >= MOST_AGENTS) throw new EngineError('TOO_MANY_AGENTS', { most: MOST_AGENTS })
      const [id, at] = [newId('agt'), clock()]
      const body: AgentBody = { name, description }
      const told = { type: 'agent.created', subject: `agent:${id}`, userId, at, name } as const
      await rows.insert({ kind: KIND, id, userId, createdAtMs: at, body }, told)
      return agentOf(await find(name, userId))
    },
    get: async (name, userId) => agentOf(await find(name, userId)),
    list,
    async share(name, order, userId) {
      await changeSharing(name, order, userId)
      return agentOf(await find(name, userId))
    },
    remove,
    async removeOf(userId) {
      for (const { body } of await known(userId)) await remove((body as AgentBody).name, userId)
      const others = (await rows.list({ kind: KIND })).filter(({ body }) => sharedWith(body).includes(userId))
      for (const { body, ...of } of others) {
        await changeSharing((body as AgentBody).name, { op: 'unshare', user: userId }, of.userId)
      }
    },
    assertOwn: find,
    async assertShared({ name, owner }, userId) {
      const { body } = await find(name, owner)
      if (owner !== userId && !sharedWith(body).includes(userId)) throw new EngineError('AGENT_NOT_FOUND', { name })
    },
    route: async (request, userId) => routeAgent(request, await list(userId)),
    async recordOf(agent, userId, { language, kind }) {
      const all = domainsOf(await factsOf(agent, userId))
      return all.find((record) => record.language === language && record.kind === kind)
    },
  }
}

const sharedWith = (body: unknown): string[] => (body as AgentBody).sharedWith ?? []
