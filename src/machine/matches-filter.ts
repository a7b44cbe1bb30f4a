import type { MachineFilter, MachineInfo } from './machine.ts'

export function matchesFilter(info: MachineInfo, filter: MachineFilter): boolean {
  const { userId, metadata = {}, states, template, startedAfterMs } = filter
  return (
    info.userId === userId &&
    Object.entries(metadata).every(
      ([key, value]) => Object.hasOwn(info.metadata, key) && info.metadata[key] === value,
    ) &&
    (states?.includes(info.state) ?? true) &&
    (template === undefined || template === info.templateId || template === info.alias) &&
    (startedAfterMs === undefined || info.startedAtMs >= startedAfterMs)
  )
}

export const newestFirst = (a: MachineInfo, b: MachineInfo): number =>
  b.startedAtMs - a.startedAtMs || (a.id < b.id ? 1 : -1)
