import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

export interface DelegationFacts {
  hasSystemd: boolean
  /** Only cgroup v2 is given to users by systemd. */
  hasV2: boolean
  isContainer: boolean
  user: string
  /** The command that starts this server, as one process: beside a second one the group cannot have others below it. */
  command: string
}

const BY_SYSTEMD = 'systemd-run --user --scope -p Delegate=yes'
const BY_HAND = 'sh deploy/cgroup/in-own-groups.sh'

/** The way to a control group of its own that fits this host; the command stands last. */
export function howToDelegate(facts: DelegationFacts = factsOfHost()): string {
  const { hasSystemd, hasV2, isContainer, user, command } = facts
  if (hasSystemd && hasV2) return `Start the server in a control group of its own: ${BY_SYSTEMD} ${command}`
  if (isContainer)
    return 'Let the engine of this container hold it for all sandboxes together: podman run --memory 4g …'
  return `Let root start the server in control groups of its own: ${BY_HAND} ${user} ${command}`
}

const factsOfHost = (): DelegationFacts => ({
  hasSystemd: existsSync('/run/systemd/system'),
  hasV2: existsSync('/sys/fs/cgroup/cgroup.controllers'),
  isContainer: ['/run/.containerenv', '/.dockerenv'].some((path) => existsSync(path)),
  user: nameOfUser(),
  command: ownCommand(),
})

/** The command without npx and npm, which would stay beside the server. */
function ownCommand(): string {
  const [node, program = ''] = process.argv
  return program.endsWith('/anneal.js') ? `${node} ${program} serve` : 'node_modules/.bin/anneal serve'
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}
