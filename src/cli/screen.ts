import { styleText } from 'node:util'

/** One of our two outputs, with what we know about who looks at it. */
export interface Screen {
  readonly isTerminal: boolean
  readonly columns: number
  readonly hasColours: boolean
  /** Resolves when the text is handed over, so that a slow reader slows us down instead of filling memory. */
  write(text: string): Promise<void>
}

/** The reader of our output has gone (`anneal … | head`): time to stop, not a failure to talk about. */
export class PipeClosed extends Error {}

export type Style = Parameters<typeof styleText>[0]
export type Paint = (style: Style, text: string) => string

export function createPaint(screen: Pick<Screen, 'hasColours'>): Paint {
  return (style, text) => (screen.hasColours ? styleText(style, text, { validateStream: false }) : text)
}

const WIDTH_WITHOUT_TERMINAL = 120

export function openScreen(stream: NodeJS.WriteStream, env: Record<string, string | undefined>): Screen {
  // Every failed write is told to its own callback; without a listener Node would also end the process for it.
  stream.on('error', () => undefined)
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns || WIDTH_WITHOUT_TERMINAL
    },
    hasColours: wantsColours(env, stream.isTTY === true),
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(isPipe(error) ? new PipeClosed() : error) : resolve()))
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
