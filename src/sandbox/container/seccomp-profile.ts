import {
  ABSENT_CALLS,
  AGENT_PID,
  type Architecture,
  DENIED_CALLS,
  EAFNOSUPPORT,
  ENOSYS,
  EPERM,
  IO_PRIORITY_OF_USER,
  NAMESPACE_FLAGS,
  PRIORITY_OF_USER,
  SOCKET_FAMILIES,
  STEERING_CALLS,
  TIOCLINUX,
  TIOCSTI,
} from '../syscalls.ts'

const WHOLE_INT = 0xffff_ffff

type Operator = 'SCMP_CMP_EQ' | 'SCMP_CMP_GT' | 'SCMP_CMP_MASKED_EQ'

/**
 * The jail's filter in the form of container engines. It replaces the engine's own: Podman's lets programs make namespaces,
 * mount, trace and use the keyring, and neither closes vsock on every version. Naming only this processor's calls makes 32-bit
 * and x32 ones deadly.
 */
export function seccompProfile(architecture: Architecture): object {
  return {
    defaultAction: 'SCMP_ACT_ALLOW',
    architectures: [architecture === 'x64' ? 'SCMP_ARCH_X86_64' : 'SCMP_ARCH_AARCH64'],
    syscalls: [
      refuse(Object.keys(DENIED_CALLS), EPERM),
      refuse(Object.keys(ABSENT_CALLS), ENOSYS),
      ...bitsOf(NAMESPACE_FLAGS).map((flag) => when('clone', [0, 'SCMP_CMP_MASKED_EQ', flag, flag], EPERM)),
      ...onlyFamilies('socket', SOCKET_FAMILIES),
      ...onlyFamilies('socketpair', [1]),
      ...[TIOCSTI, TIOCLINUX].map((trick) => whenInt('ioctl', 1, trick)),
      ...Object.keys(STEERING_CALLS).map((name) => whenInt(name, 0, AGENT_PID)),
      ...[whenInt('setpriority', 1, AGENT_PID), whenInt('setpriority', 0, PRIORITY_OF_USER)],
      ...[whenInt('ioprio_set', 1, AGENT_PID), whenInt('ioprio_set', 0, IO_PRIORITY_OF_USER)],
    ],
  }
}

const refuse = (names: string[], errnoRet: number) => ({ names, action: 'SCMP_ACT_ERRNO', errnoRet })

function when(name: string, [index, op, value, valueTwo]: [number, Operator, number, number], errnoRet: number) {
  return { ...refuse([name], errnoRet), args: [{ index, value, valueTwo, op }] }
}

/** The kernel reads 32 of the 64 bits; comparing them all would let the same request through with any other set. */
const whenInt = (name: string, index: number, value: number) =>
  when(name, [index, 'SCMP_CMP_MASKED_EQ', WHOLE_INT, value], EPERM)

/**
 * Refuses each family that is not listed: one rule can hold only one comparison of an argument, so each lower family has its
 * own rule, and all higher ones share one.
 */
function onlyFamilies(name: string, families: number[]) {
  const highest = Math.max(...families)
  const others = Array.from({ length: highest }, (_, family) => family).filter((family) => !families.includes(family))
  return [
    ...others.map((family) => when(name, [0, 'SCMP_CMP_EQ', family, 0], EAFNOSUPPORT)),
    when(name, [0, 'SCMP_CMP_GT', highest, 0], EAFNOSUPPORT),
  ]
}

const bitsOf = (mask: number): number[] =>
  Array.from({ length: 31 }, (_, bit) => 2 ** bit).filter((flag) => (mask & flag) !== 0)
