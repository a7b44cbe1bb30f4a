import { refusingWhatIsLacking } from './checks/abilities.ts'
import { agentChecks } from './checks/agent.ts'
import { allowListChecks } from './checks/allow-list.ts'
import { bombChecks } from './checks/bombs.ts'
import { canaryChecks } from './checks/canary.ts'
import { controlChecks } from './checks/control.ts'
import { endingChecks } from './checks/endings.ts'
import { fileTrickChecks } from './checks/file-tricks.ts'
import { fileChecks } from './checks/files.ts'
import { hostTraceChecks } from './checks/host-traces.ts'
import { kernelChecks } from './checks/kernel.ts'
import { leftoverChecks } from './checks/leftovers.ts'
import { lifeChecks } from './checks/life.ts'
import { limitChecks } from './checks/limits.ts'
import { noNetworkChecks } from './checks/no-network.ts'
import { paceChecks } from './checks/pace.ts'
import { portChecks } from './checks/ports.ts'
import { processChecks } from './checks/processes.ts'
import { programChecks } from './checks/programs.ts'
import type { SandboxCheck } from './checks/sandbox-check.ts'
import { steadily } from './checks/steadily.ts'
import { otherDoorChecks, systemCallChecks } from './checks/system-calls.ts'
import { terminalChecks } from './checks/terminal.ts'
import { treeTrickChecks } from './checks/tree-tricks.ts'
import { treeChecks } from './checks/trees.ts'
import { watchChecks } from './checks/watch.ts'

export type { SandboxCheck } from './checks/sandbox-check.ts'

/** The promises of every provider: the behaviour of programs, and the things they cannot do. */
export const sandboxChecks: SandboxCheck[] = [
  ...programChecks,
  ...processChecks,
  ...paceChecks,
  ...terminalChecks,
  ...portChecks,
  ...controlChecks,
  ...lifeChecks,
  ...fileChecks,
  ...fileTrickChecks,
  ...treeChecks,
  ...treeTrickChecks,
  ...canaryChecks,
  ...watchChecks,
  ...limitChecks,
  ...bombChecks,
  ...endingChecks,
  ...noNetworkChecks,
  ...allowListChecks,
  ...kernelChecks,
  ...systemCallChecks,
  ...otherDoorChecks,
  ...agentChecks,
  ...leftoverChecks,
  ...hostTraceChecks,
].map((check) => steadily(refusingWhatIsLacking(check)))
