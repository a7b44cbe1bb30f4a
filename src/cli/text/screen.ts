import { styleText } from 'node:util'

/** One of our two outputs, with its terminal's properties. */
export interface Screen {
  readonly isTerminal: boolean
  readonly columns: number
  readonly rows: number
  readonly hasColours: boolean
  /** Resolves when the text is handed over, so that a slow reader slows us down instead of filling memory. */
  write(text: string | Uint8Array): Promise<void>
}

/** The reader of our output has left (`anneal … | head`): the command stops, without an error message. */
export class PipeClosed extends Error {}

/** Our output cannot be written: a full disk, most often. */
export class OutputFailed extends Error {
  readonly code = 'OUTPUT_FAILED'
  readonly status = 507
  readonly retry = true
  readonly hint = 'Free space where the output goes, or send it elsewhere.'

  constructor(cause: Error) {
    super(`The output cannot be written: ${cause.message}.`, { cause })
    this.name = 'OutputFailed'
  }
}

export type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

export function createPaint(screen: Pick<Screen, 'hasColours'>): Paint {
  return (style, text) => (screen.hasColours ? styleText(style, text, { validateStream: false }) : text)
}

const WIDTH_WITHOUT_TERMINAL = 120
const ROWS_WITHOUT_TERMINAL = 24

export interface ScreenOptions {
  env: Record<string, string | undefined>
  /** Whether lost output is ignored: so for remarks, but not for results. */
  mayVanish: boolean
}

export function openScreen(stream: NodeJS.WriteStream, { env, mayVanish }: ScreenOptions): Screen {
  // Every failed write reports to its own callback; without a listener Node would also end the process.
  stream.on('error', () => undefined)
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns || WIDTH_WITHOUT_TERMINAL
    },
    get rows() {
      return stream.rows || ROWS_WITHOUT_TERMINAL
    },
    hasColours: wantsColours(env, stream.isTTY === true),
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => {
          if (!error || mayVanish) return resolve()
          reject(isPipe(error) ? new PipeClosed() : new OutputFailed(error))
        })
      }),
  }
}

const isPipe = (error: Error) => 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')

/** FORCE_COLOR beats NO_COLOR, as in Node itself; without either, a terminal decides. */
export function wantsColours(env: Record<string, string | undefined>, isTerminal: boolean): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.NO_COLOR) return false
  return isTerminal && env.TERM !== 'dumb'
}
