import {
  ABSENT_CALLS,
  AGENT_PID,
  DENIED_CALLS,
  IO_PRIORITY_OF_USER,
  NAMESPACE_FLAGS,
  PRIORITY_OF_USER,
  STEERING_CALLS,
} from '../syscalls.ts'

const WHOLE_INT = 0xffff_ffff
const FILE_TYPE = 0o170000
const DEVICES = [0o020000, 0o060000]
/** `mount` is for the loader, which gives up the right to it; `clone3` is absent in gVisor, and libraries fall back. */
const LEFT_TO_GVISOR = ['mount', 'clone3']

type Comparison = [argument: number, mask: number, value: number]

/** Refuses a call for each of several comparisons of one argument. */
const refuse = (names: string[], comparisons: Comparison[] = []) => ({
  names,
  action: 'SCMP_ACT_ERRNO',
  args: comparisons.map(([index, value, valueTwo]) => ({ index, value, valueTwo, op: 'SCMP_CMP_MASKED_EQ' })),
})

const refused = Object.keys({ ...DENIED_CALLS, ...ABSENT_CALLS }).filter((name) => !LEFT_TO_GVISOR.includes(name))
const namespaceFlags = Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((flag) => NAMESPACE_FLAGS & flag)
const ofAgent = (argument: number): Comparison => [argument, WHOLE_INT, AGENT_PID]

/**
 * The jail's filter once more, within gVisor. Its kernel answers all of these calls itself and none reaches the host's;
 * refusing them spares that kernel the attacks, and the agent those that this kernel allows. EPERM is the only possible answer.
 */
export const innerFilter = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [
    refuse(refused),
    refuse(
      ['clone'],
      namespaceFlags.map((flag): Comparison => [0, flag, flag]),
    ),
    refuse(Object.keys(STEERING_CALLS), [ofAgent(0)]),
    refuse(['setpriority', 'ioprio_set'], [ofAgent(1)]),
    refuse(['setpriority'], [[0, WHOLE_INT, PRIORITY_OF_USER]]),
    refuse(['ioprio_set'], [[0, WHOLE_INT, IO_PRIORITY_OF_USER]]),
    // This gVisor lets every program make devices. They would only be gVisor's own, but even those are not for programs.
    refuse(
      ['mknod'],
      DEVICES.map((type): Comparison => [1, FILE_TYPE, type]),
    ),
    refuse(
      ['mknodat'],
      DEVICES.map((type): Comparison => [2, FILE_TYPE, type]),
    ),
  ],
}
