import type { Check } from '../../contract/check.ts'
import type { Contexts } from '../contexts.ts'
import type { Execution } from '../kernel.ts'

/** The same small actions in each language. A language leaves out snippets that it cannot express, and their checks with them. */
export interface KernelSnippets {
  language: string
  /** Makes a variable x with the value 41. */
  remember: string
  /** Shows x + 1, printed or as its value. */
  recall: string
  /** A program that fails at the given line. */
  fail: { code: string; line: number }
  /** Prints "begun" on a line, then computes without end. */
  busy?: string
  /** Prints "begun" on a line, then waits for a minute. */
  wait?: string
  /** Prints the first line of its input. */
  readLine?: string
  /** Prints one, two and three on lines of their own: the second to stderr, the third by another program. */
  inOrder?: string
  /** Prints or shows "héllo 日本 🎉". */
  unicode: string
  /** Prints the numbers from 1 to 200000, one on each line. */
  muchOutput?: string
  /** Prints without end. */
  endlessOutput?: string
  /** Ends the interpreter itself. */
  die?: string
  /** Prints the working directory. */
  directory?: string
  /** Prints the environment variable COLOUR, or "none". */
  variable?: string
  /** Makes x another number, and a variable y. */
  change?: string
  /** Makes a variable big of more than a megabyte. */
  large?: string
  /** Makes a value that cannot be saved, with the name by which it is reported. */
  unkept?: { code: string; name: string }
}

export interface KernelUnderTest {
  snippets: KernelSnippets
  /** The contexts of a fresh sandbox; `destroy` ends the sandbox. */
  open(): Promise<{ contexts: Contexts; destroy(): Promise<void> }>
  /** The expected reason where such a sandbox cannot make marks. */
  unmarked?: RegExp
}

/** A promise of every kernel. */
export interface KernelCheck extends Check<KernelUnderTest> {
  /** The check does not apply to a language without this snippet. */
  needs?: keyof KernelSnippets
}

export interface CheckBench {
  contexts: Contexts
  snippets: Required<KernelSnippets>
  /** The context that most checks use. */
  id: string
  unmarked: RegExp | undefined
  run(code: string, options?: Parameters<Contexts['execute']>[2]): Promise<Execution>
}

/** The body of a check: one sandbox and one context, which are ended in any case. */
export const onBench =
  (use: (bench: CheckBench) => Promise<void>) =>
  async ({ snippets, open, unmarked }: KernelUnderTest): Promise<void> => {
    const { contexts, destroy } = await open()
    try {
      const { id } = await contexts.create({ language: snippets.language })
      const run: CheckBench['run'] = (code, options) => contexts.execute(id, code, options)
      await use({ contexts, id, run, unmarked, snippets: snippets as Required<KernelSnippets> })
    } finally {
      await destroy()
    }
  }

/** All text that an execution printed or showed. */
export function textOf({ stdout, shown }: Execution): string {
  return stdout + shown.map(({ data }) => String(data['text/plain'] ?? '')).join('\n')
}

/** Starts code and resolves when it has printed "begun". */
export async function untilBegun(
  { run }: CheckBench,
  code: string,
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<{ running: Promise<Execution> }> {
  const begun = Promise.withResolvers<void>()
  const running = run(code, {
    ...options,
    onEvent: (event) => {
      if (event.type === 'stdout' && event.text.includes('begun')) begun.resolve()
    },
  })
  await Promise.race([begun.promise, running])
  return { running }
}
