import { hostname, tmpdir } from 'node:os'
import type { SandboxProvider } from '../sandbox.ts'
import { ownName } from './host-traces.ts'
import { planted, plantedFile } from './planted.fixture.ts'
import { agentWith, disloyal, instead, oneUser, shown, walls, weakJail, without } from './weak-jail.fixture.ts'

/** Programs have processes of their own, but are shown those of the host. */
const HOST_PROCESSES = instead(['--proc', '/proc'], ['--ro-bind', '/proc', '/proc'])

const sharedTmp = () => {
  const shared = planted('shared')
  return walls((list) => list.toSpliced(list.indexOf('/tmp') - 5, 6, '--bind', shared, '/tmp'))
}

/** Imitates a pool that hands out sandboxes a second time. */
function rememberingEnvironments(): SandboxProvider {
  let env: Record<string, string> = {}
  return disloyal({
    spec: (spec) => {
      env = { ...env, ...spec.env }
      return { ...spec, env }
    },
  })
}

/** Jails by the id of a check, in which sandboxes see just that of each other, or of the host. */
export const weakBetween = (): Record<string, SandboxProvider> => ({
  'files-of-one-sandbox-are-in-no-other': weakJail([sharedTmp()]),
  'a-dozen-sandboxes-in-a-row-find-each-a-clean-place': weakJail([sharedTmp(), oneUser]),
  'shared-memory-and-queues-of-one-sandbox-are-in-no-other': weakJail([without('--unshare-ipc'), oneUser]),
  'servers-of-one-sandbox-are-in-no-other': weakJail([without('--unshare-net')]),
  'processes-of-one-sandbox-are-in-no-other': weakJail([HOST_PROCESSES]),
  'the-environment-of-one-sandbox-is-in-no-other': rememberingEnvironments(),
  'the-environment-of-the-server-is-not-visible': weakJail([
    agentWith(['env = agent.env_of(self.user)', 'env = dict(os.environ, **agent.env_of(self.user))']),
    walls((list) => [...list, '--setenv', 'CANARY', process.env.ANNEAL_CHECK_CANARY ?? '']),
  ]),
  'paths-of-the-host-are-not-visible': weakJail([shown('--ro-bind', process.cwd(), '/opt/seen')]),
  'files-of-the-host-are-not-there': weakJail([shown('--ro-bind', '/var/lib/dpkg/status', '/var/lib/dpkg/status')]),
  'the-name-of-the-host-is-not-visible': weakJail([instead(['--hostname', 'sandbox'], ['--hostname', hostname()])]),
  'users-of-the-host-are-not-visible': weakJail([
    (host) => ({
      ...host,
      etc: planted('etc', { passwd: `${ownName()}:x:1000:1000::/workspace:/bin/sh\n` }),
    }),
  ]),
  'the-command-line-of-the-kernel-is-not-visible': weakJail([without('--dev-bind', '/dev/null', '/proc/cmdline')]),
  'processes-of-the-host-are-not-visible': weakJail([HOST_PROCESSES]),
})

/** Shows the temporary directory of the host, where the canaries are. */
const seen = () => shown('--bind', tmpdir(), tmpdir())
const FOLLOWS_LINKS = '#!/bin/sh\ncat /workspace/link /workspace/file\n'

export const weakFiles = (): Record<string, SandboxProvider> => ({
  'the-host-is-not-read-through-a-link': weakJail([seen()]),
  'the-host-is-not-written-through-a-link': weakJail([seen()]),
  'the-host-is-not-removed-through-a-link': weakJail([seen()]),
  'the-host-is-not-watched-through-a-link': weakJail([seen()]),
  'the-host-is-not-in-a-snapshot': weakJail([
    seen(),
    shown('--ro-bind', plantedFile('tar', FOLLOWS_LINKS, 0o755), '/usr/bin/tar'),
  ]),
})
