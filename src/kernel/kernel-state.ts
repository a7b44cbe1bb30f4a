import { EngineError } from '../contract/errors.ts'
import type { KernelMessage } from './kernel-event.ts'
import type { KernelProgram } from './kernel-program.ts'

/** A value of an interpreter that could not be saved. */
export interface KernelLoss {
  name: string
  why: string
}

/** All that can be saved of an interpreter: variables, functions, imports, directory, environment. */
export interface KernelState {
  /** Only an interpreter of the same language can read these bytes; they are never read outside of a sandbox. */
  bytes: Uint8Array
  lost: KernelLoss[]
  /** Versions of the interpreter and its loaded packages. */
  versions: Record<string, string>
}

/** A copy of the living interpreter to return to, or the reason why none can be made. */
export type KernelMark = { mark: string } | { unsafe: string }

export interface VariableDigest {
  name: string
  type: string
  summary: string
  /** Equal for equal values, as far as values of this kind can be told apart. */
  digest: string
}

/** Saves, copies and restores a living interpreter. One request at a time, like all of them. */
export interface KernelStates {
  /** Saves the values; those that would take more than `mostBytes` together are named as lost, the largest first. */
  save(options?: { mostBytes?: number }): Promise<KernelState>
  /** Loads a state into an interpreter that has just been started. Names values that could not be restored. */
  load(bytes: Uint8Array): Promise<{ lost: KernelLoss[] }>
  mark(): Promise<KernelMark>
  /** Returns the interpreter to a mark. With `keep` the mark stays usable. */
  goBack(mark: string, options?: { keep?: boolean }): Promise<void>
  forget(mark: string): Promise<void>
  /** Restarts the interpreter's random numbers: two interpreters made from one state must not draw the same. */
  reseed(): Promise<void>
  digests(): Promise<VariableDigest[]>
}

/** Most bytes held: code that found the wire may send without end. */
const MOST_STATE_BYTES = 1_073_741_824
/** Room for history and environment, on top of the limit for variables. */
const SURROUNDINGS_BYTES = 67_108_864

type KernelRequest = { op: string } & Record<string, unknown>
type Ask = (request: KernelRequest, listener: (message: KernelMessage) => void) => Promise<void>

export function createKernelStates(ask: Ask, { keepsSeed = false }: Pick<KernelProgram, 'keepsSeed'>): KernelStates {
  const quietly = (request: KernelRequest) => ask(request, () => {})
  return {
    async save({ mostBytes } = {}) {
      const pieces: Buffer[] = []
      let room = (mostBytes ?? MOST_STATE_BYTES) + SURROUNDINGS_BYTES
      let saved: Omit<KernelState, 'bytes'> | undefined
      await ask({ op: 'save', ...(mostBytes !== undefined && { mostBytes }) }, (message) => {
        if (message.type === 'state') {
          const piece = Buffer.from(message.base64, 'base64')
          room -= piece.length
          if (room < 0) pieces.length = 0
          else pieces.push(piece)
        }
        if (message.type === 'saved') saved = { lost: message.lost, versions: message.versions }
      })
      if (room < 0) throw new EngineError('INVALID_REQUEST', { problems: ['the state takes more than it may'] })
      if (!saved) throw new EngineError('UNSUPPORTED', { what: 'saving this interpreter' })
      return { ...saved, bytes: Buffer.concat(pieces) }
    },
    async load(bytes) {
      let lost: KernelLoss[] = []
      await ask({ op: 'load', base64: Buffer.from(bytes).toString('base64') }, (message) => {
        if (message.type === 'loaded') lost = message.lost
      })
      return { lost }
    },
    async mark() {
      let made: KernelMark = { unsafe: 'interpreters of this language cannot be copied' }
      await ask({ op: 'mark' }, (message) => {
        if (message.type !== 'mark') return
        const { mark, unsafe = 'the interpreter did not say why' } = message
        made = mark === undefined ? { unsafe } : { mark }
      })
      return made
    },
    goBack: (mark, { keep = false } = {}) => quietly({ op: 'goBack', mark, keep }),
    forget: (mark) => quietly({ op: 'forget', mark }),
    reseed: async () => (keepsSeed ? quietly({ op: 'reseed' }) : undefined),
    async digests() {
      const told: VariableDigest[] = []
      await ask({ op: 'digests' }, (message) => {
        if (message.type === 'digests') for (const variable of message.variables) told.push(variable)
      })
      return told
    },
  }
}
