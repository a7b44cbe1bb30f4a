import { row } from './error-row.ts'

/** Failures of machines, and of what they start from. */
export const machineErrors = {
  MACHINE_NOT_FOUND: row(404, false, (d: { machineId: string }) => [
    `There is no sandbox ${d.machineId}.`,
    'It may have reached its timeout; make a new one.',
  ]),
  MACHINE_PAUSED: row(409, false, (d: { machineId: string }) => [
    `Sandbox ${d.machineId} is paused.`,
    'Connect to it first: that wakes it.',
  ]),
  MACHINE_RUNNING: row(409, false, (d: { machineId: string }) => [
    `Sandbox ${d.machineId} is running.`,
    'Use it as it is, or pause it first.',
  ]),
  MACHINE_NOT_READY: row(500, true, (d: { template: string; seconds: number; reason: string }) => [
    `What template '${d.template}' starts with was not ready after ${d.seconds} s: ${d.reason}.`,
    'Look at its start and ready commands, and build it again.',
  ]),
  TEMPLATE_NOT_FOUND: row(404, false, (d: { template: string }) => [
    `template '${d.template}' not found.`,
    'Use "base" or "code-interpreter-v1", or build one by that name.',
  ]),
  LAYER_NOT_FOUND: row(404, false, (d: { layerId: string }) => [
    `What the template consists of is not on this machine: layer ${d.layerId} is missing.`,
    'Build the template again, or start from another one.',
  ]),
}
