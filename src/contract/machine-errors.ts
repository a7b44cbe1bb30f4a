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
  TEMPLATE_NOT_FOUND: row(404, false, (d: { template: string }) => [
    `template '${d.template}' not found.`,
    'Use "base" or "code-interpreter-v1", or build one by that name.',
  ]),
  LAYER_NOT_FOUND: row(404, false, (d: { layerId: string }) => [
    `What the template consists of is not on this machine: layer ${d.layerId} is missing.`,
    'Build the template again, or start from another one.',
  ]),
}
