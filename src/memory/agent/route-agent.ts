import type { Agent, AgentRoute, DomainRecord, RouteRequest } from '../../contract/agent.ts'
import { kindOfTask } from './kind-of-task.ts'
import { wilson } from './wilson.ts'

/** Chooses the agent whose success in the domain is surest: the lower end of its interval counts, so that luck does not. */
export function routeAgent({ task, language }: RouteRequest, agents: readonly Agent[]): AgentRoute {
  const known = language ?? languageIn(task)
  const { kind, reasons } = kindOfTask({ words: task, code: task, language: known })
  const ranked = agents
    .map((agent) => ({ name: agent.name, ...scoreOf(agent, { language: known, kind }) }))
    .sort((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1))
  const [best, ...others] = ranked
  return {
    domain: { language: known, kind, reasons: [...(known ? [`the language is ${known}`] : []), ...reasons] },
    agent: best?.name ?? null,
    reasons: best
      ? [best.reason, ...(others[0] ? [`The next is ${others[0].name}: ${others[0].reason}`] : [])]
      : ['There is no agent yet.'],
    others: others.map(({ name, score, reason }) => ({ name, score, reason })),
  }
}

const LANGUAGES = /```\s*([a-z+#]+)|\b(python|javascript|typescript|bash|ruby|java|rust|go|php|perl|sql|lua|r)\b/i

const languageIn = (task: string): string | null => {
  const found = LANGUAGES.exec(task)
  return (found?.[1] ?? found?.[2])?.toLowerCase() ?? null
}

/** A wider record counts less: it was earned elsewhere. */
const WIDER = 0.8
const WIDEST = 0.6

function scoreOf(agent: Agent, domain: { language: string | null; kind: string }): { score: number; reason: string } {
  const exact = agent.domains.filter((each) => each.language === domain.language && each.kind === domain.kind)
  const near = agent.domains.filter((each) => each.language === domain.language || each.kind === domain.kind)
  for (const [records, factor, where] of [
    [exact, 1, `${domain.language} ${domain.kind} tasks`],
    [near, WIDER, `tasks of its language or kind`],
    [agent.domains, WIDEST, 'tasks of other kinds'],
  ] as const) {
    const { runs, succeeded } = sum(records)
    if (runs === 0) continue
    const { low } = wilson(succeeded, runs)
    const level = records.length === 1 && factor === 1 ? `, ${records[0]?.level}` : ''
    return {
      score: Math.round(low * factor * 1000) / 1000,
      reason: `${agent.name} succeeded in ${succeeded} of ${runs} runs in ${where}${level}; with 95 % certainty in at least ${Math.round(low * 100)} %.`,
    }
  }
  return { score: 0, reason: `${agent.name} has no runs yet.` }
}

const sum = (records: readonly DomainRecord[]) => ({
  runs: records.reduce((all, { runs }) => all + runs, 0),
  succeeded: records.reduce((all, { succeeded }) => all + succeeded, 0),
})
