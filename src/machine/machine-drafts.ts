import type { EventOf, StreamDraft } from '../contract/event.ts'
import type { MachineRecord } from './machine-record.ts'

export type MachineEndReason = EventOf<'machine.ended'>['reason']

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
  saved({ info: before }: MachineRecord, { info }: MachineRecord, at: number): StreamDraft {
    const { endAtMs, hasMemory, state } = info
    const envelope = ofMachine(info, at)
    if (state === before.state) return { type: 'machine.changed', ...envelope, endAtMs, hasMemory }
    if (state === 'paused') return { type: 'machine.paused', ...envelope, endAtMs, hasMemory }
    return { type: 'machine.resumed', ...envelope, endAtMs }
  },
  ended: ({ info }: MachineRecord, reason: MachineEndReason, at: number): StreamDraft => ({
    type: 'machine.ended',
    ...ofMachine(info, at),
    reason,
  }),
}

const ofMachine = ({ id, userId }: { id: string; userId: string }, at: number) => ({
  subject: `machine:${id}` as const,
  ...{ userId, at },
})
