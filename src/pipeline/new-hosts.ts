import { isIPv6 } from 'node:net'
import type { Approval } from '../contract/approval.ts'
import type { EdgeCaller, Effect, NewHostAnswer, NewHosts } from '../contract/effect.ts'
import { namesMetadataAddress } from '../contract/metadata-address.ts'

export interface Suggesting {
  suggest(effect: Effect, asking: { mayAsk: boolean; onAsk?: (approval: Approval) => void }): Promise<NewHostAnswer>
}

/** One sandbox leaves at most so many questions: its program may try any number of hosts. */
const MOST_ASKED = 20
const USUAL_PORTS = [80, 443]

/**
 * Asks about hosts that the network of one sandbox would refuse. The host is the proxy's reading of the request, never a word of the
 * program's output; it is not looked up before a person has agreed. One question at a time: a flood of requests waits in line.
 */
export function createNewHosts(
  { suggest }: Suggesting,
  ceiling: string[],
  { given, of }: { given: Record<string, unknown>; of: EdgeCaller },
): NewHosts {
  const asked = new Set<string>()
  let line: Promise<unknown> = Promise.resolve()

  async function look(target: { host: string; port: number }): Promise<NewHostAnswer> {
    const { host, port } = target
    if (namesMetadataAddress(host)) return 'no'
    const name = nameOf(target)
    const { userId, sessionId, cause } = of
    const exactly = { host, port, ...given }
    const content = JSON.stringify(['network', exactly])
    if (of.passed?.has(content)) return 'yes'
    const effect: Effect = {
      ...{ kind: 'network', userId, title: `Reach: ${name}`, arguments: exactly, names: [name] },
      ...(sessionId && { sessionId }),
      ...(cause && { cause }),
    }
    const mayAsk = asked.has(name) || asked.size < MOST_ASKED
    const answer = await suggest(effect, { mayAsk, ...(of.onAsk && { onAsk: of.onAsk }) })
    if (answer === 'asked') asked.add(name)
    if (answer === 'yes') of.passed?.add(content)
    return answer
  }

  return {
    ceiling,
    mayReach(target) {
      const turn = line.then(() => look(target))
      line = turn.catch(() => {})
      return turn
    },
  }
}

/** As people write it: without a port that is usual. */
function nameOf({ host, port }: { host: string; port: number }): string {
  if (USUAL_PORTS.includes(port)) return host
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`
}
