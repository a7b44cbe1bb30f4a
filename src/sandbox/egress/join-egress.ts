import { createChannelDuplex } from '../agent/channel-duplex.ts'
import type { Link } from '../agent/link.ts'
import type { NetworkPolicy } from '../network.ts'
import type { createEgress } from './egress.ts'

/** Port of the proxy; another one when a program of the sandbox has taken it. */
const PROXY_PORT = 3128
const PROXY_NAMES = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']
/** Servers of the sandbox itself are reached without a proxy, unless the policy means the host by the same name. */
const OWN_NAMES = ['localhost', '127.0.0.1', '::1', '0.0.0.0']

/**
 * Whether the policy allows no host. An internet policy always needs a proxy, even with no host: running programs keep it when
 * more is allowed. So does one that others may open later.
 */
const reachesNobody = ({ allow, internet, beyond }: NetworkPolicy) => allow.length === 0 && !internet && !beyond

function proxyEnvironment(policy: NetworkPolicy, port: number): Record<string, string> {
  if (reachesNobody(policy)) return {}
  const allow = policy.internet?.allow ?? policy.allow
  const direct = OWN_NAMES.filter((name) => !allow.some((entry) => entry.includes(name))).join(',')
  return {
    ...Object.fromEntries(PROXY_NAMES.map((name) => [name, `http://127.0.0.1:${port}`])),
    no_proxy: direct,
    NO_PROXY: direct,
    // Node reads the others only when it is told to.
    NODE_USE_ENV_PROXY: '1',
  }
}

/**
 * The way out of a sandbox: its programs find a proxy on their own loopback, the agent hands the connections over, and the
 * policy is applied here. A sandbox that may reach no host has no proxy at all.
 */
export function joinEgress(link: Link, configure: (env: Record<string, string>) => Promise<void>) {
  let egress: Promise<ReturnType<typeof createEgress>> | undefined
  let port = PROXY_PORT
  void link.closed.then(async () => (await egress)?.close()).catch(() => {})

  return async (policy: NetworkPolicy): Promise<void> => {
    if (egress) (await egress).setPolicy(policy)
    else if (!reachesNobody(policy)) {
      egress = openEgress(policy)
      egress.catch(() => {
        egress = undefined
      })
      const made = await egress
      port = await link.listen(PROXY_PORT, (join) => void createChannelDuplex(join).then(made.handle))
    }
    await configure(proxyEnvironment(policy, port))
  }
}

/** Most sandboxes reach nobody, so the proxy is loaded for the first that does. */
const openEgress = async (policy: NetworkPolicy) => (await import('./egress.ts')).createEgress({ policy })
