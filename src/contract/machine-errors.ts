import { row } from './error-row.ts'

/** Failures of machines and templates. */
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
  PAUSED_FULL: row(429, false, (d: { machines: number; setting: string }) => [
    `This user has ${d.machines} paused sandboxes, and may have no more.`,
    `Kill one that is not needed any more, or raise ${d.setting}.`,
  ]),
  MACHINE_NOT_READY: row(500, true, (d: { template: string; seconds: number; reason: string }) => [
    `What template '${d.template}' starts with was not ready after ${d.seconds} s: ${d.reason}.`,
    'Look at its start and ready commands, and build it again.',
  ]),
  TEMPLATE_NOT_FOUND: row(404, false, (d: { template: string }) => [
    `template '${d.template}' not found.`,
    'Use "base" or "code-interpreter-v1", or build one by that name.',
  ]),
  TEMPLATES_FULL: row(429, false, (d: { templates: number; setting: string }) => [
    `There are ${d.templates} templates and snapshots already.`,
    `Remove one, or raise ${d.setting}.`,
  ]),
  LAYERS_FULL: row(507, false, (d: { usedBytes: number; mostBytes: number; setting: string }) => [
    `Templates, snapshots and paused sandboxes of this user may take ${d.mostBytes} bytes of the disk; with this one it would be ${d.usedBytes} or more.`,
    `Remove templates or snapshots, or kill paused sandboxes, that are not needed any more, or raise ${d.setting}.`,
  ]),
  LAYERS_CLOSED: row(422, false, (d: { sandbox: string }) => [
    `Files of E2B sandboxes, snapshots and templates belong to many users of their own: only root, or a user with sub-ids, can read them or bring them back, with ANNEAL_SANDBOX=jail (here: ${d.sandbox}).`,
    'Run the command as root, or with --no-layers: what consists of them cannot be started then.',
  ]),
  SYSTEM_NEEDS_ROOT: row(501, false, (d: { reason: string; remedy: string }) => [
    `A sandbox of the E2B API is a system with users of its own, which this server cannot make: ${d.reason}.`,
    `${d.remedy.replace(/\.$/, '')}. Then start the server again. Or start it as root, with deploy/systemd/machines.conf. Runs and sessions need neither.`,
  ]),
  LAYER_NOT_FOUND: row(404, false, (d: { layerId: string }) => [
    `What the template consists of is not on this machine: layer ${d.layerId} is missing.`,
    'Build the template again, or start from another one.',
  ]),
  SECRET_NOT_FOUND: row(404, false, (d: { secret: string }) => [
    `There is no secret ${d.secret}.`,
    'Create it first, or look at the names of yours.',
  ]),
  SECRET_EXISTS: row(409, false, (d: { name: string }) => [
    `There is a secret ${d.name} already.`,
    'Update it, or choose another name.',
  ]),
  SECRET_CHANGED: row(409, true, (d: { secret: string }) => [
    `Secret ${d.secret} was changed by somebody else all the time.`,
    'Try again.',
  ]),
  SECRETS_FULL: row(429, false, (d: { secrets: number }) => [
    `There are ${d.secrets} secrets already.`,
    'Remove one that nothing needs.',
  ]),
  BUILD_NOT_FOUND: row(404, false, (d: { buildId: string }) => [
    `There is no build ${d.buildId} of this template.`,
    'Request one first.',
  ]),
  BUILD_STARTED: row(409, false, (d: { buildId: string }) => [
    `Build ${d.buildId} has been started already.`,
    'Request another build of the template.',
  ]),
  UPLOAD_REFUSED: row(403, false, (d: { reason: string }) => [
    `The upload is refused: ${d.reason}.`,
    'Ask for another link, and send exactly one body to it.',
  ]),
  UPLOAD_TOO_LARGE: row(413, false, (d: { limitBytes: number }) => [
    `The archive of files is larger than ${d.limitBytes} bytes.`,
    'Copy fewer files, or raise ANNEAL_TEMPLATE_FILE_BYTES.',
  ]),
}
