/** Ctrl-C while a line is typed. */
export const INTERRUPTED = Symbol('interrupted')

/** The source of a shell's lines. */
export interface Lines {
  /** Whether a person types them. */
  readonly isTyped: boolean
  /** The next line; undefined at the end of the input. */
  read(prompt: string): Promise<string | typeof INTERRUPTED | undefined>
  /** The next line, if it is there already, without waiting for somebody to type it. */
  peek(): Promise<string | undefined>
  close(): void
}
