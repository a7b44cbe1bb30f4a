import {
  AGENT_PID,
  type Architecture,
  EAFNOSUPPORT,
  ENOSYS,
  EPERM,
  IO_PRIORITY_OF_USER,
  NAMESPACE_FLAGS,
  NESTED_FAMILIES,
  NETWORK_DEVICE_REQUESTS,
  NEVER_NESTED_FLAGS,
  PACKET_FILTER_LEVELS,
  PACKET_FILTER_OPTIONS,
  PRIORITY_OF_USER,
  SOCK_RAW,
  SOCK_TYPE_MASK,
  SOCKET_FAMILIES,
  syscallsOf,
  TIOCLINUX,
  TIOCSTI,
} from '../syscalls.ts'

const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const JUMP_ANY_BIT = 0x45
const AND = 0x54
const RETURN = 0x06

const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const fail = (errno: number) => 0x00050000 | errno

/** Offsets in struct seccomp_data. */
const NUMBER = 0
const ARCHITECTURE = 4
const argument = (index: number) => 16 + index * 8

const AUDIT_ARCHITECTURE = { x64: 0xc000003e, arm64: 0xc00000b7 }
const X32_BIT = 0x40000000

type Instruction = [code: number, jumpTrue: number, jumpFalse: number, value: number]

/** The filter in the kernel's form: an array of struct sock_filter, little endian. */
export function assembleFilter(architecture: Architecture, { isCounted = true, nested = false } = {}): Buffer {
  const program = instructions(architecture, { isCounted, nested })
  const bytes = Buffer.alloc(program.length * 8)
  program.forEach(([code, jumpTrue, jumpFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(jumpTrue, index * 8 + 2)
    bytes.writeUInt8(jumpFalse, index * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4)
  })
  return bytes
}

function instructions(architecture: Architecture, kind: { isCounted: boolean; nested: boolean }): Instruction[] {
  const { isCounted, nested } = kind
  const calls = syscallsOf(architecture)
  const absent = isCounted ? calls.absent : [...calls.absent, ...calls.uncounted]
  return [
    [LOAD, 0, 0, ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, AUDIT_ARCHITECTURE[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, NUMBER],
    [JUMP_AT_LEAST, 0, 1, X32_BIT],
    [RETURN, 0, 0, fail(ENOSYS)],
    ...(nested ? calls.deniedNested : calls.denied).flatMap((number) => answer(number, EPERM)),
    ...absent.flatMap((number) => answer(number, ENOSYS)),
    ...inspect(calls.clone, 0, without(nested ? NEVER_NESTED_FLAGS : NAMESPACE_FLAGS)),
    ...(nested ? inspect(calls.unshare, 0, without(NEVER_NESTED_FLAGS)) : []),
    ...inspect(calls.socket, 0, nested ? NESTED_SOCKETS : onlyFamilies(SOCKET_FAMILIES)),
    ...inspect(calls.socketpair, 0, onlyFamilies([1])),
    ...(nested ? calls.sockopts.flatMap((number) => inspect(number, 1, NO_PACKET_FILTERS)) : []),
    ...inspect(calls.ioctl, 1, [
      ...answer(TIOCSTI, EPERM),
      ...answer(TIOCLINUX, EPERM),
      ...(nested ? NO_NETWORK_DEVICES : []),
    ]),
    ...calls.steering.flatMap((number) => inspect(number, 0, answer(AGENT_PID, EPERM))),
    ...inspect(calls.setpriority, 1, sparingAgent(PRIORITY_OF_USER)),
    ...inspect(calls.ioprioSet, 1, sparingAgent(IO_PRIORITY_OF_USER)),
    [RETURN, 0, 0, ALLOW],
  ]
}

function without(flags: number): Instruction[] {
  return [
    [JUMP_ANY_BIT, 0, 1, flags],
    [RETURN, 0, 0, fail(EPERM)],
  ]
}

/**
 * Rules for calls of the form (kind, target): they may name neither the agent by its pid, nor all processes of the user at
 * once.
 */
function sparingAgent(kindOfUser: number): Instruction[] {
  return [...answer(AGENT_PID, EPERM), [LOAD, 0, 0, argument(0)], ...answer(kindOfUser, EPERM)]
}

function answer(value: number, errno: number): Instruction[] {
  return [
    [JUMP_EQUAL, 0, 1, value],
    [RETURN, 0, 0, fail(errno)],
  ]
}

/** Checks one argument of one call; a call that `rules` do not refuse is allowed. */
function inspect(number: number, argumentIndex: number, rules: Instruction[]): Instruction[] {
  return [
    [JUMP_EQUAL, 0, rules.length + 2, number],
    [LOAD, 0, 0, argument(argumentIndex)],
    ...rules,
    [RETURN, 0, 0, ALLOW],
  ]
}

function onlyFamilies(families: number[]): Instruction[] {
  const checks = families.map((family, index): Instruction => [JUMP_EQUAL, families.length - index, 0, family])
  return [...checks, [RETURN, 0, 0, fail(EAFNOSUPPORT)]]
}

/** The owner of a network has every right over it, and with raw sockets the kernel's oldest doors. */
const NESTED_SOCKETS: Instruction[] = [
  ...onlyFamilies(NESTED_FAMILIES),
  [LOAD, 0, 0, argument(1)],
  [AND, 0, 0, SOCK_TYPE_MASK],
  ...answer(SOCK_RAW, EPERM),
]

const PACKET_FILTER_RULES = PACKET_FILTER_OPTIONS.flatMap((option) => answer(option, EPERM))
const [IP, IP6] = PACKET_FILTER_LEVELS as [number, number]
const NO_PACKET_FILTERS: Instruction[] = [
  [JUMP_EQUAL, 1, 0, IP],
  [JUMP_EQUAL, 0, 1 + PACKET_FILTER_RULES.length, IP6],
  [LOAD, 0, 0, argument(2)],
  ...PACKET_FILTER_RULES,
]

const NO_NETWORK_DEVICES: Instruction[] = [
  [JUMP_AT_LEAST, 0, 2, NETWORK_DEVICE_REQUESTS[0]],
  [JUMP_AT_LEAST, 1, 0, NETWORK_DEVICE_REQUESTS[1]],
  [RETURN, 0, 0, fail(EPERM)],
]
