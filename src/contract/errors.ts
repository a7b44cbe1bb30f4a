import { z } from 'zod'
import { actionErrors } from './action-errors.ts'
import { browserErrors } from './browser-errors.ts'
import { chatErrors } from './chat-errors.ts'
import { row } from './error-row.ts'
import { learningErrors } from './learning-errors.ts'
import { machineErrors } from './machine-errors.ts'
import { packageErrors } from './package-errors.ts'
import { planErrors } from './plan-errors.ts'
import { requestErrors } from './request-errors.ts'
import { type ErrorInfo, errorInfo } from './run.ts'
import { stateErrors } from './state-errors.ts'
import { taskErrors } from './task-errors.ts'

/** Every failure a caller can act on: HTTP status, whether trying again can help, what happened, what to do. */
export const errors = {
  ...stateErrors,
  ...machineErrors,
  ...packageErrors,
  ...planErrors,
  ...requestErrors,
  ...actionErrors,
  ...browserErrors,
  ...taskErrors,
  ...chatErrors,
  ...learningErrors,
  NOT_FOUND: row(404, false, (d: { method: string; path: string }) => [
    `There is no ${d.method} ${d.path}.`,
    'See /docs for every route.',
  ]),
  METHOD_NOT_ALLOWED: row(405, false, (d: { method: string; path: string; methods: string }) => [
    `${d.path} takes no ${d.method}.`,
    `Use ${d.methods}; see /docs for every route.`,
  ]),
  RUN_NOT_FOUND: row(404, false, (d: { runId: string }) => [
    `There is no run ${d.runId}.`,
    'List yours with "anneal runs list".',
  ]),
  KEY_NOT_FOUND: row(404, false, (d: { keyId: string }) => [
    `There is no key ${d.keyId}.`,
    'List the keys with "anneal keys list".',
  ]),
  CODE_BLOCKED: row(422, false, (d: { rule: string; line: number; message: string; remedy: string }) => [
    `Line ${d.line} breaks rule ${d.rule}: ${d.message}.`,
    `${d.remedy} To run it as it is, allow the rule: options.guard {"rules": {"${d.rule}": "allow"}}.`,
  ]),
  COMMAND_REFUSED: row(422, false, (d: { rule: string; reason: string }) => [
    `The command is refused by ${d.rule}: ${d.reason.replace(/\.$/, '')}.`,
    'Use programs that are allowed (ANNEAL_COMMAND_ALLOW), one plain command at a time.',
  ]),
  PATH_NOT_FOUND: row(404, false, (d: { path: string; where?: string }) => [
    `There is no ${d.path} in ${d.where ?? 'the sandbox'}.`,
    'List the directory to see what is there.',
  ]),
  PATH_REFUSED: row(400, false, (d: { path: string; reason: string }) => [
    `${d.path} cannot be used so: ${d.reason}.`,
    'Choose another path or operation.',
  ]),
  PROCESS_NOT_FOUND: row(404, false, (d: { pid: number }) => [
    `No process ${d.pid} that was started here is alive.`,
    'List the processes of the sandbox.',
  ]),
  CONTEXT_NOT_FOUND: row(404, false, (d: { contextId: string }) => [
    `There is no context ${d.contextId} in this sandbox.`,
    'List the contexts of the sandbox, or create one.',
  ]),
  VARIABLE_NOT_FOUND: row(404, false, (d: { name: string }) => [
    `There is no variable ${d.name} in this context.`,
    'List the variables of the context; a restarted interpreter has none.',
  ]),
  KERNEL_FAILED: row(500, false, (d: { language: string; reason: string }) => [
    `No ${d.language} interpreter answers in the sandbox: ${d.reason}.`,
    'Try again: a session goes on from what was saved. If none ever answers, install the language, or ask for larger limits.',
  ]),
  PORT_CLOSED: row(502, true, (d: { port: number }) => [
    `Nothing in the sandbox answers on port ${d.port}.`,
    'Start the server in the sandbox first, then try again.',
  ]),
  SANDBOX_GONE: row(410, true, (d: { sandboxId: string }) => [
    `Sandbox ${d.sandboxId} has ended.`,
    'Make another one and run again.',
  ]),
  SANDBOX_CROWDED: row(409, true, (d: { sandboxId: string }) => [
    `Sandbox ${d.sandboxId} has as many processes as it may have.`,
    'End some of them, or ask for a larger limits.processes.',
  ]),
  SANDBOX_FULL: row(507, false, (d: { path: string }) => [
    `There is no room in the sandbox for ${d.path}.`,
    'Remove files, or ask for a larger limits.diskMb.',
  ]),
  CHECK_NOT_FOUND: row(404, false, (_: { id: string }) => [
    'There is no check of that name.',
    'List them with "anneal doctor --json".',
  ]),
  BLOB_NOT_FOUND: row(404, false, (d: { hash: string }) => [
    `Stored content ${d.hash} is missing.`,
    'Restore the data directory from a backup.',
  ]),
  RUN_ALREADY_ENDED: row(409, false, (d: { runId: string }) => [
    `Run ${d.runId} has ended already; nothing was added to it.`,
    'Read how it ended with "anneal runs show".',
  ]),
  RUN_TAKEN: row(409, false, (d: { runId: string }) => [
    `Run ${d.runId} goes on in another engine; nothing was added to it.`,
    'Read it with "anneal runs show".',
  ]),
  RUN_STILL_RUNNING: row(409, false, (d: { runId: string }) => [
    `Run ${d.runId} still goes on, and cannot be deleted.`,
    `Cancel it first with "anneal runs cancel ${d.runId}", then delete it.`,
  ]),
  BODY_TOO_LARGE: row(413, false, (d: { limitBytes: number }) => [
    `The body is larger than ${d.limitBytes} bytes.`,
    'Send less, or raise ANNEAL_BODY_BYTES.',
  ]),
  BODY_TOO_COMPLEX: row(413, false, (d: { what: string; limit: number }) => [
    `The JSON of the body has more than ${d.limit} ${d.what}.`,
    'Send less in one request; large data goes into a file.',
  ]),
  BLOB_TOO_LARGE: row(413, false, (d: { bytes: number; limitBytes: number }) => [
    `${d.bytes} bytes do not fit: one object holds at most ${d.limitBytes}.`,
    'Store less, or raise ANNEAL_BLOB_BYTES.',
  ]),
  LANGUAGE_UNKNOWN: row(422, false, (d: { language: string; known: string[]; meant?: string }) => [
    `"${d.language}" is not a language that can be run here.`,
    d.meant === undefined
      ? `Use one of: ${d.known.join(', ')}.`
      : `Did you mean ${d.meant}? Others: ${d.known.filter((id) => id !== d.meant).join(', ')}.`,
  ]),
  LANGUAGE_UNCLEAR: row(422, false, (d: { known: string[] }) => [
    'The language of the code is not told, and cannot be told from it.',
    `Set "language" to one of: ${d.known.join(', ')}.`,
  ]),
  TOO_MANY_BLOCKS: row(422, false, (d: { most: number }) => [
    `The text has more than ${d.most} blocks of code.`,
    'Send it in parts.',
  ]),
  NOT_READ: row(503, true, (d: { why: string; reason: string }) => [
    `The program could not be read this time: ${d.reason}.`,
    'Try again; if it stays so, send a shorter program, or one that is nested less deeply.',
  ]),
  LANGUAGE_MISSING: row(503, false, (d: { language: string; missing: string; install: string }) => [
    `${d.missing}, which ${d.language} needs, is not installed where programs run.`,
    `Install it: ${d.install}`,
  ]),
  LIMIT_TOO_HIGH: row(422, false, (d: { name: string; value: number; ceiling: number; setting: string }) => [
    `${d.name} ${d.value} is above this server's ceiling of ${d.ceiling}.`,
    `Ask for ${d.ceiling} or less, or raise ${d.setting}.`,
  ]),
  NETWORK_REFUSED: row(403, false, (d: { host: string }) => [
    `This server lets no run reach ${d.host}.`,
    'Leave it out, or have the operator list it in ANNEAL_NETWORK_CEILING.',
  ]),
  UNSUPPORTED: row(501, false, (d: { what: string }) => [
    `${d.what} is not supported by this version.`,
    'Leave it out of the request.',
  ]),
  RATE_LIMITED: row(429, true, (d: { retryAfterS: number }) => [
    'This user sends requests too fast.',
    `Wait ${d.retryAfterS} s, or raise ANNEAL_RATE_PER_SECOND.`,
  ]),
  TOO_MANY_AT_ONCE: row(429, true, (d: { whose: string; requests: number; retryAfterS: number; setting: string }) => [
    `This ${d.whose} has ${d.requests} requests under way, and may have no more.`,
    `Wait for answers before you send more, or raise ${d.setting}.`,
  ]),
  USER_BUSY: row(429, true, (d: { runs: number; retryAfterS: number; setting: string }) => [
    `This user has ${d.runs} runs at work or waiting, and may have no more.`,
    `Try again in ${d.retryAfterS} s, or raise ${d.setting}.`,
  ]),
  SERVER_BUSY: row(503, true, (d: { what: string; retryAfterS: number; setting: string }) => [
    `The server is full: ${d.what}.`,
    `Try again in ${d.retryAfterS} s, or raise ${d.setting}.`,
  ]),
  SANDBOXES_FULL: row(429, true, (d: { whose: string; sandboxes: number; setting: string }) => [
    `${d.whose} has ${d.sandboxes} live sandboxes, and may have no more.`,
    `End one that is not needed any more, or raise ${d.setting}.`,
  ]),
  SERVER_STOPPING: row(503, true, (_: object) => ['The server is stopping.', 'Try again when it is back.']),
  SANDBOX_UNAVAILABLE: row(503, false, (d: { reason: string; remedy: string }) => [
    `No sandbox can be made here: ${d.reason}. Code is never run without one.`,
    d.remedy,
  ]),
  RUN_INTERRUPTED: row(500, true, (_: object) => [
    'The engine stopped while this run was going on.',
    'Start it again.',
  ]),
  STORE_BUSY: row(503, true, (d: { reason: string }) => [
    `The database does not answer: ${d.reason}.`,
    'Try again; if it lasts, look for another process that holds the database.',
  ]),
  STORE_FULL: row(507, true, (d: { reason: string }) => [
    `There is no room to store this: ${d.reason}.`,
    'Free disk space under the data directory, then try again.',
  ]),
  STORE_DAMAGED: row(500, false, (d: { where: string; reason: string }) => [
    `The database at ${d.where} cannot be read: ${d.reason}.`,
    'Restore it from a backup, or point ANNEAL_HOME at an empty directory.',
  ]),
  BLOB_DAMAGED: row(500, false, (d: { hash: string }) => [
    `Stored content ${d.hash} does not match its checksum.`,
    'Restore the data directory from a backup.',
  ]),
  CONFIG_INVALID: row(500, false, (d: { problems: string[] }) => [
    `The configuration does not fit:\n  ${d.problems.join('\n  ')}`,
    'Correct the named values, or take them away to use the defaults; docs/reference/configuration.md lists every setting.',
  ]),
  FILE_UNREADABLE: row(400, false, (d: { path: string; reason: string }) => [
    `Cannot read ${d.path}: ${d.reason}.`,
    'Check the path and your rights to it.',
  ]),
  PORT_IN_USE: row(500, false, (d: { host: string; port: number }) => [
    `${d.host}:${d.port} is already in use.`,
    'Stop what listens there, or choose another port: anneal serve --port N.',
  ]),
  CERTIFICATE_UNUSABLE: row(500, false, (d: { certFile: string; keyFile: string; reason: string }) => [
    `The certificate ${d.certFile} with the key ${d.keyFile} cannot be used: ${d.reason}.`,
    'Name a certificate and its own key, both PEM, in ANNEAL_TLS_CERT and ANNEAL_TLS_KEY; "anneal certs" makes a pair.',
  ]),
  CERTIFICATE_MISSING: row(500, false, () => [
    'This server may speak only TLS (tlsOnly), and has no certificate.',
    'Name one in ANNEAL_TLS_CERT and ANNEAL_TLS_KEY, make one with "anneal certs", or leave ANNEAL_TLS_ONLY out.',
  ]),
  TLS_REQUIRED: row(426, false, () => [
    'This server refuses plain HTTP; nothing of the request was read.',
    'Send it to the same address with https://, and change a key that was sent in the clear.',
  ]),
  SERVER_UNREACHABLE: row(503, true, (d: { url: string; reason: string }) => [
    `No answer from ${d.url}: ${d.reason}.`,
    'Start the server with "anneal serve", or check the URL.',
  ]),
  ANSWER_INVALID: row(502, false, (d: { url: string; reason: string }) => [
    `The answer from ${d.url} is not one of Anneal's: ${d.reason}.`,
    'Check the URL, and that client and server have the same version.',
  ]),
  MODEL_UNAVAILABLE: row(503, true, (d: { model: string; reason: string; remedy: string }) => [
    `The model ${d.model} gave no answer: ${d.reason}.`,
    d.remedy,
  ]),
  MODEL_REFUSED: row(502, false, (d: { model: string; reason: string; remedy: string }) => [
    `The model ${d.model} cannot be asked: ${d.reason}.`,
    d.remedy,
  ]),
  MODEL_ANSWER_INVALID: row(502, true, (d: { model: string; reason: string; remedy: string }) => [
    `The answer of the model ${d.model} cannot be used: ${d.reason}.`,
    d.remedy,
  ]),
  INTERNAL: row(500, false, (d: { requestId: string }) => [
    `Something went wrong inside Anneal (request ${d.requestId}).`,
    'The log has the details under that id; please report it.',
  ]),
}

export type ErrorCode = keyof typeof errors
export type ErrorDetails<C extends ErrorCode> = Parameters<(typeof errors)[C]['say']>[0]

/** A failure with a row in the table. Anything else that is thrown is a bug. */
export class EngineError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  readonly details: ErrorDetails<C>
  readonly status: number
  readonly retry: boolean
  readonly hint: string

  constructor(code: C, details: ErrorDetails<C>, options?: { cause: unknown }) {
    const { status, retry, say } = errors[code]
    const [message, hint] = (say as (details: ErrorDetails<C>) => [string, string])(details)
    super(message, options)
    this.name = 'EngineError'
    this.code = code
    this.details = details
    this.status = status
    this.retry = retry
    this.hint = hint
  }

  toInfo(): ErrorInfo {
    return { code: this.code, message: this.message, hint: this.hint, retry: this.retry }
  }
}

/** The body of every answer that is not a success. */
export const errorBody = z
  .object({ error: z.object({ ...errorInfo.shape, requestId: z.string() }) })
  .meta({ id: 'ErrorBody' })
export type ErrorBody = z.infer<typeof errorBody>

/** A request with more problems than this, or with longer names, is not reported in full. */
const MOST_PROBLEMS = 20
const MOST_CHARACTERS = 500

/** "body.options.attempts must be …": one line for each problem, with its path. */
export function problemsOf({ issues }: z.ZodError, root: string): string[] {
  const told = issues.slice(0, MOST_PROBLEMS).map(({ path, message }) => {
    // Text that is no number in a query is NaN by then; its sender never wrote that.
    const told = message.replace(/, received NaN$/, '')
    const line = `${[root, ...path.map(String)].filter(Boolean).join('.')}: ${told}`
    return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line
  })
  return issues.length > told.length ? [...told, `and ${issues.length - told.length} more`] : told
}
