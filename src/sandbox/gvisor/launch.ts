import { spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type { Limits } from '../../contract/limits.ts'
import { withLength } from '../agent/load-agent.ts'
import { readStatus } from '../host/bubblewrap-status.ts'
import { collectComplaint } from '../host/collect-complaint.ts'
import { OWN_ETC } from '../host/etc.ts'
import type { Launched } from '../host/launched.ts'
import { SERVER_MARK } from '../host/sweep-orphans.ts'
import { DESCRIPTOR, RUNSC_COMMAND, roomArguments, SHIM_PATH } from './arguments.ts'
import { ociConfig, SANDBOX_ROOT } from './config.ts'
import type { GvisorHost } from './host.ts'

/** Starts bubblewrap with an environment that holds only our mark. */
export function launch(host: GvisorHost, limits: Limits): Launched {
  const files = filesOf(host, limits)
  const command = ['--args', String(DESCRIPTOR.arguments), '--', ...RUNSC_COMMAND]
  const child = spawn(host.bubblewrap, command, {
    env: { [SERVER_MARK]: host.serverMark },
    cwd: '/',
    // Ctrl-C at the terminal is meant for the server, which decides about its sandboxes.
    detached: true,
    stdio: ['ignore', ...Array.from({ length: DESCRIPTOR.files - 1 + files.length }, () => 'pipe' as const)],
    ...host.nextUser(),
  })
  const complaint = collectComplaint(child)
  const pipes = (child.stdio ?? []) as unknown as (Duplex | null)[]
  // A sandbox that ends early closes its side while we still write; its exit, not this error, tells how it ended.
  for (const pipe of pipes) pipe?.on('error', () => {})
  const [wire, list, status] = [DESCRIPTOR.wire, DESCRIPTOR.arguments, DESCRIPTOR.status].map((fd) => pipes[fd])
  // A server that has run out of descriptors gets a child without pipes.
  if (!wire || !list || !status) throw new Error('bubblewrap could not be started: no descriptors left')
  let isBuilding = false
  const build = () => {
    isBuilding = true
    const walls = roomArguments({ ...host, files: files.map(([path]) => path) })
    list.end(walls.map((argument) => `${argument}\0`).join(''))
    files.forEach(([, content], index) => {
      pipes[DESCRIPTOR.files + index]?.end(content)
    })
    wire.write(withLength(host.agent))
  }
  return { process: child, wire, status: readStatus(status), build, isBuilding: () => isBuilding, complaint }
}

type SandboxFile = [path: string, content: string | Buffer]

function filesOf({ python, shim }: GvisorHost, limits: Limits): SandboxFile[] {
  const config = JSON.stringify(ociConfig(limits, python))
  const ofSandbox: SandboxFile[] = OWN_ETC.map(([name, content]): SandboxFile => [`/etc/${name}`, content])
  if (shim) ofSandbox.push([SHIM_PATH, shim], ['/etc/ld.so.preload', `${SHIM_PATH}\n`])
  return [
    ['/bundle/config.json', config],
    ...ofSandbox.map(([path, content]): SandboxFile => [`${SANDBOX_ROOT}${path}`, content]),
  ]
}
