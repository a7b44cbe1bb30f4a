import { EngineError } from '../contract/errors.ts'
import type { KernelMessage } from './kernel-event.ts'
import type { KernelProgram } from './kernel-program.ts'

/** Something an interpreter held that could not be kept. */
export interface KernelLoss {
  name: string
  why: string
}

/** All that an interpreter holds and that can be kept: variables, functions, imports, directory, environment. */
export interface KernelState {
  /** Means something to an interpreter of the same language alone; it is never looked into outside of a box. */
  bytes: Uint8Array
  lost: KernelLoss[]
  /** Of the interpreter and the packages it has loaded. */
  versions: Record<string, string>
}

/** A copy of the living interpreter that waits to be gone back to, or why none can be made. */
export type KernelMark = { mark: string } | { unsafe: string }

export interface VariableDigest {
  name: string
  type: string
  summary: string
  /** Equal for equal values, as far as values of this kind can be told apart. */
  digest: string
}

/** How a living interpreter is kept, copied and brought back. One request at a time, like all of them. */
export interface KernelStates {
  /** Values that would take more than `mostBytes` together are named as lost, the largest first. */
  save(options?: { mostBytes?: number }): Promise<KernelState>
  /** Into an interpreter that has just been started. Names what could not be brought back. */
  load(bytes: Uint8Array): Promise<{ lost: KernelLoss[] }>
  mark(): Promise<KernelMark>
  /** The interpreter is as it was at the mark. With `keep` the mark can be gone back to again. */
  goBack(mark: string, options?: { keep?: boolean }): Promise<void>
  forget(mark: string): Promise<void>
  /** Its random numbers begin anew: two that were made from one state must not draw the same. */
  reseed(): Promise<void>
  digests(): Promise<VariableDigest[]>
}

/** Code that found the wire may tell without end: more than this is not held. */
const MOST_STATE_BYTES = 1_073_741_824
/** History and environment are kept on top of what variables may take. */
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
