export interface Size {
  cols: number
  rows: number
}

/** A shell as a screen uses it: its output comes until the signal ends it. */
export interface PtyWish {
  size: Size
  signal: AbortSignal
  onOutput(bytes: Uint8Array): void
}

export interface Pty {
  write(text: string): Promise<unknown>
  resize(size: Size): Promise<unknown>
  /** Resolves when the shell has ended. */
  ended: Promise<void>
}

export const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

/** Sends one after the other, so that no key overtakes another; a failure holds nothing up. */
export function inOrder(send: (text: string) => Promise<unknown>): (text: string) => Promise<unknown> {
  let sending: Promise<unknown> = Promise.resolve()
  return (text) => {
    sending = sending.catch(() => undefined).then(() => send(text))
    return sending
  }
}
