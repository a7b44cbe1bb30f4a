import type { StartingPoint } from '../machine.ts'
import { DEFAULT_TAG } from './template.ts'
import type { TemplateName } from './template-name.ts'

/** Starting points that always exist: the host's own programs, and nothing else. */
export const BUILT_IN = ['base', 'code-interpreter-v1']

/** The host's own programs. */
export const HOST_POINT = { layers: [], env: {}, user: 'user', workdir: null }

export type MachineSize = Pick<StartingPoint, 'cpuCount' | 'memoryMb'>

export function builtInPoint({ namespace, name, tag }: TemplateName, size: MachineSize): StartingPoint | undefined {
  const isOne = namespace === null && BUILT_IN.includes(name) && (tag ?? DEFAULT_TAG) === DEFAULT_TAG
  return isOne ? { ...HOST_POINT, ...size, templateId: name, alias: name } : undefined
}
