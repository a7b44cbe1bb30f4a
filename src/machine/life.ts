import { EngineError } from '../contract/errors.ts'
import { createTurns } from '../kernel/turns.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import type { FrozenMachines } from './frozen-machines.ts'
import type { LayerUse } from './layer-use.ts'
import type { LiveMachine } from './machine.ts'
import type { MachineRecord } from './machine-record.ts'
import type { MachineRecords } from './machine-records.ts'
import { createMachineSamples, type MachineSamples } from './machine-samples.ts'
import { envOf, type MachineSandbox, type SandboxParts } from './open-sandbox.ts'

export interface LifeParts extends SandboxParts {
  records: MachineRecords
  use: LayerUse
  frozen: FrozenMachines<Life>
  engineId: string
  /** Takes the right to run; throws SANDBOXES_FULL. The returned function gives it back. */
  takePlace(userId: string): () => void
  /** Throws PAUSED_FULL for a user with the most paused machines allowed. */
  assertMayPause(userId: string): void
  clock(): number
  onTrouble(error: unknown): void
}

/** One machine from its first boot to its end. Changes to it are made one after the other. */
export interface Life {
  record: MachineRecord
  /** Set while the machine runs, and while it is paused with its memory. */
  sandbox: MachineSandbox | undefined
  /** Set while the machine runs. */
  live: LiveMachine | undefined
  readonly deadline: Deadline
  readonly samples: MachineSamples
  /** Runs work alone with the machine; throws MACHINE_NOT_FOUND when it has ended meanwhile. */
  alone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Runs the last work with the machine, which ends it: other work is aborted, and does not come first. */
  last<T>(work: () => Promise<T>): Promise<T>
  /** Runs in this sandbox from now on, with a place of its own. */
  goOn(sandbox: MachineSandbox, leave?: () => void): void
  /** Cuts off everybody who uses it, and lets nobody reach it any more. */
  stand(): void
  /** Stops running, and gives the place back. */
  rest(): void
  isGone: boolean
  /** Failed pauses by timeout since the last successful pause. */
  failedPauses: number
}

export interface LifeHooks {
  /** Called when the machine's time is over. */
  onDue(): void
  /** Called when the machine's sandbox ended by itself. */
  onLost(sandbox: MachineSandbox): void
}

export function createLife(first: MachineRecord, parts: Pick<LifeParts, 'clock'>, hooks: LifeHooks): Life {
  const { clock } = parts
  const turns = createTurns()
  let cut = new AbortController()
  let stopping = new AbortController()
  let endings = 0
  let leavePlace = () => {}

  const inTurn = async <T>(work: (signal: AbortSignal) => Promise<T>, isLast: boolean): Promise<T> => {
    const leave = await turns.take()
    try {
      if (life.isGone || (endings > 0 && !isLast)) throw notFound(life.record)
      stopping = new AbortController()
      return await work(stopping.signal)
    } finally {
      leave()
    }
  }
  const life: Life = {
    record: first,
    sandbox: undefined,
    live: undefined,
    isGone: false,
    failedPauses: 0,
    deadline: createDeadline({ clock, onDue: hooks.onDue }),
    samples: createMachineSamples({ info: first.info, clock }),
    alone: (work) => inTurn(work, false),
    async last(work) {
      endings++
      stopping.abort(notFound(life.record))
      return inTurn(work, true).finally(() => endings--)
    },
    goOn(sandbox, leave) {
      if (leave) leavePlace = leave
      cut = new AbortController()
      if (life.sandbox !== sandbox) void sandbox.control.ended.then(() => hooks.onLost(sandbox))
      life.sandbox = sandbox
      life.live = liveMachine(life, sandbox, cut.signal)
      life.deadline.set(life.record.info.endAtMs)
      life.samples.begin(sandbox.control.sandbox)
      sandbox.volumes.begin()
    },
    stand() {
      life.live = undefined
      cut.abort()
      life.deadline.clear()
      life.samples.rest()
      life.sandbox?.volumes.rest()
    },
    rest() {
      life.stand()
      leavePlace()
      leavePlace = () => {}
    },
  }
  return life
}

export const notFound = ({ info }: MachineRecord) => new EngineError('MACHINE_NOT_FOUND', { machineId: info.id })

export const isNotFound = (error: unknown): boolean =>
  error instanceof EngineError && error.code === 'MACHINE_NOT_FOUND'

function liveMachine(life: Life, { control, interpreters, mayStart }: MachineSandbox, cut: AbortSignal): LiveMachine {
  const { from } = life.record
  return {
    get info() {
      return life.record.info
    },
    sandbox: control.sandbox,
    env: envOf(life.record),
    defaultUser: from.user,
    workdir: from.workdir,
    interpreters,
    mayStart,
    cut,
  }
}
