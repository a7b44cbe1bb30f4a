/** Ctrl-C while something is typed. */
export const INTERRUPTED = Symbol('interrupted')

/** Where a shell has its lines from. */
export interface Lines {
  /** Whether somebody sits there. */
  readonly isTyped: boolean
  /** Undefined at the end. */
  read(prompt: string): Promise<string | typeof INTERRUPTED | undefined>
  /** The next line, if it is there already: nobody is waited for who would have to type it. */
  peek(): Promise<string | undefined>
  close(): void
}
