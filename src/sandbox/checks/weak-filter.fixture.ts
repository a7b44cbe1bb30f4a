import type { Weakening } from './weak-jail.fixture.ts'

type Instruction = [code: number, jumpTrue: number, jumpFalse: number, value: number]

const LOAD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_AT_LEAST = 0x35
const RETURN = 0x06
const ALLOW = 0x7fff0000
/** The filter skips the call and reports success to its caller. */
const PRETEND = 0x00050000
const argument = (index: number) => 16 + index * 8

const assemble = (program: Instruction[]): Buffer =>
  Buffer.concat(
    program.map(([code, jumpTrue, jumpFalse, value]) => {
      const bytes = Buffer.alloc(8)
      bytes.writeUInt16LE(code, 0)
      bytes.writeUInt8(jumpTrue, 2)
      bytes.writeUInt8(jumpFalse, 3)
      bytes.writeUInt32LE(value, 4)
      return bytes
    }),
  )

const filteredBy =
  (program: Instruction[]): Weakening =>
  (host) => ({ ...host, filter: assemble([...program, [RETURN, 0, 0, ALLOW]]) })

/** Every call goes through to the kernel. */
export const openFilter: Weakening = filteredBy([])

/**
 * Makes calls of this number seem to succeed, no matter what this host's kernel has or allows: so a check can be seen to fail
 * without doing what it tries.
 */
export const pretending = (number: number): Weakening =>
  filteredBy([
    [LOAD, 0, 0, 0],
    [JUMP_EQUAL, 0, 1, number],
    [RETURN, 0, 0, PRETEND],
  ])

/** Makes a call seem to succeed only when one argument has this value. */
export const pretendingFor = (number: number, index: number, value: number): Weakening =>
  filteredBy([
    [LOAD, 0, 0, 0],
    [JUMP_EQUAL, 0, 3, number],
    [LOAD, 0, 0, argument(index)],
    [JUMP_EQUAL, 0, 1, value],
    [RETURN, 0, 0, PRETEND],
  ])

export const pretendingFrom = (number: number): Weakening =>
  filteredBy([
    [LOAD, 0, 0, 0],
    [JUMP_AT_LEAST, 0, 1, number],
    [RETURN, 0, 0, PRETEND],
  ])
