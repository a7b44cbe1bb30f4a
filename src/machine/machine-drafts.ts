import type { EventOf, StreamDraft } from '../contract/event.ts'
import type { MachineRecord } from './machine-record.ts'

export type MachineEndReason = EventOf<'machine.ended'>['reason']

interface Saved {
  before: MachineRecord
  record: MachineRecord
  /** One for each volume at most. */
  problems: readonly string[]
  at: number
}

const LONGEST_MESSAGE = 2000

/** Events of a machine, one for each change of its record. They hold no tokens, variables or passwords. */
export const machineDrafts = {
  created(record: MachineRecord, at: number): StreamDraft[] {
    const { info, copyOf } = record
    const { templateId, alias, startedAtMs, endAtMs, onTimeout, cpuCount, memoryMb, diskMb, metadata } = info
    const created: StreamDraft = {
      type: 'machine.created',
      ...ofMachine(info, at),
      ...{ templateId, alias, startedAtMs, endAtMs, onTimeout, cpuCount, memoryMb, diskMb, metadata },
      copyOf: copyOf ?? null,
    }
    if (copyOf === undefined) return [created]
    return [{ type: 'machine.copied', ...ofMachine({ ...info, id: copyOf }, at), machineId: info.id }, created]
  },
  saved({ before, record, problems, at }: Saved): StreamDraft[] {
    const { endAtMs, hasMemory, state } = record.info
    const envelope = ofMachine(record.info, at)
    const told = problems.map((problem) => ({ type: 'machine.warned' as const, ...envelope, message: cut(problem) }))
    if (state === before.info.state) return [...told, { type: 'machine.changed', ...envelope, endAtMs, hasMemory }]
    if (state === 'paused') return [...told, { type: 'machine.paused', ...envelope, endAtMs, hasMemory }]
    const fromFiles = String(record.layers) !== String(before.layers)
    return [...told, { type: 'machine.resumed', ...envelope, endAtMs, fromFiles }]
  },
  ended: ({ info }: MachineRecord, reason: MachineEndReason, at: number): StreamDraft => ({
    type: 'machine.ended',
    ...ofMachine(info, at),
    reason,
  }),
}

const cut = (message: string) =>
  message.length <= LONGEST_MESSAGE
    ? message
    : `${message.slice(0, LONGEST_MESSAGE)} … (${message.length - LONGEST_MESSAGE} more characters)`

const ofMachine = ({ id, userId }: { id: string; userId: string }, at: number) => ({
  subject: `machine:${id}` as const,
  ...{ userId, at },
})
