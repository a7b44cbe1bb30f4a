import { row } from './error-row.ts'

/** Failures of stored things: sessions, checkpoints, volumes, backups. */
export const stateErrors = {
  SESSION_NOT_FOUND: row(404, false, (d: { sessionId: string }) => [
    `There is no session ${d.sessionId}.`,
    'List yours with "anneal session list"; one that was idle for too long is removed, its checkpoints are not.',
  ]),
  SESSION_BUSY: row(409, true, (d: { sessionId: string; doing: string }) => [
    `Session ${d.sessionId} is busy: ${d.doing}.`,
    'Wait until that has ended, or cancel it.',
  ]),
  TERMINAL_NOT_OPEN: row(409, false, (d: { sessionId: string }) => [
    `No terminal is open in session ${d.sessionId}.`,
    'Open one first; where several servers share a store, ask the one that opened it.',
  ]),
  SESSION_ELSEWHERE: row(409, true, (d: { sessionId: string }) => [
    `Session ${d.sessionId} is at work on another server.`,
    'Try again in a moment: it is free when that server has unloaded it, or its sign of life has run out.',
  ]),
  SESSION_LIMITS: row(422, false, (d: { option: string }) => [
    `"${d.option}" cannot be asked for in a session: it was set when the session was made.`,
    'Leave it out, or make a session with it.',
  ]),
  NOT_REPEATED: row(409, true, (d: { reason: string }) => [
    `The program passed its tests, but not when it was run once more to be kept (${d.reason}): nothing of it is kept.`,
    'Run it again; a program that works each time is kept, as is one without tests.',
  ]),
  SUBJECT_NOT_FOUND: row(404, false, (d: { subject: string }) => [
    `There is no ${d.subject}.`,
    'Name one of yours as KIND:ID, or leave it out for everything of yours.',
  ]),
  CHECKPOINT_NOT_FOUND: row(404, false, (d: { checkpointId: string }) => [
    `There is no checkpoint ${d.checkpointId}.`,
    'List them with "anneal checkpoint list"; the oldest are removed when there are too many.',
  ]),
  STATE_DAMAGED: row(422, false, (d: { what: string; reason: string }) => [
    `${d.what} cannot be brought back: ${d.reason}.`,
    'Nothing was changed. Use another checkpoint, or a backup.',
  ]),
  VOLUME_NOT_FOUND: row(404, false, (d: { name: string }) => [
    `There is no volume ${d.name}.`,
    'List yours with "anneal volume list", or make one with "anneal volume create".',
  ]),
  VOLUME_EXISTS: row(409, false, (d: { name: string }) => [
    `There is a volume ${d.name} already.`,
    'Use it, or choose another name.',
  ]),
  VOLUME_FULL: row(507, false, (d: { name: string; what: string; value: number; limit: number }) => [
    `Volume ${d.name} would have ${d.value} ${d.what}; it may have ${d.limit}. Nothing was changed.`,
    'Remove files from it, or make a larger one.',
  ]),
  VOLUMES_FULL: row(429, false, (d: { volumes: number; setting: string }) => [
    `There are ${d.volumes} volumes already.`,
    `Remove one, or raise ${d.setting}.`,
  ]),
  VOLUME_CHANGED: row(409, true, (d: { name: string }) => [
    `Volume ${d.name} was changed by somebody else all the time.`,
    'Try again.',
  ]),
  VOLUME_TOKEN_REFUSED: row(401, false, (_: object) => [
    'The token is not one of this volume, or has expired.',
    'Connect to the volume again: that gives another one.',
  ]),
  PATH_EXISTS: row(409, false, (d: { path: string }) => [
    `There is ${d.path} already.`,
    'Choose another path, or say that it may be replaced.',
  ]),
  UPLOAD_BROKEN: row(400, true, (_: object) => [
    'The content is not as long as it was said to be, or broke off. Nothing was changed.',
    'Send it again.',
  ]),
  RANGE_REFUSED: row(416, false, (d: { sizeBytes: number }) => [
    `The file has ${d.sizeBytes} bytes; none of those that were asked for is among them.`,
    'Ask for bytes that it has, or for the whole file.',
  ]),
  ARCHIVE_REFUSED: row(422, false, (d: { reason: string; entry?: string }) => [
    `The archive is refused${d.entry === undefined ? '' : ` at ${d.entry}`}: ${d.reason}. Nothing was changed.`,
    'Make an archive of files, directories and links that stay inside of it.',
  ]),
  OBJECTS_UNAVAILABLE: row(503, true, (d: { where: string; reason: string }) => [
    `The object store ${d.where} does not answer: ${d.reason}.`,
    'Look at ANNEAL_S3_* and whether the store is up; nothing that was acknowledged is lost.',
  ]),
  BACKUP_REFUSED: row(422, false, (d: { reason: string }) => [
    `The backup cannot be restored: ${d.reason}. Nothing was changed.`,
    'Restore a whole backup into an empty ANNEAL_HOME.',
  ]),
}
