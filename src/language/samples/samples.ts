/** One small program for each thing that a language must be able to do here; `checks.ts` says what is expected of it. */
export interface LanguageSamples {
  /** Prints `hello`. */
  hello: Sample
  /** Prints what it reads from standard input. */
  stdin: Sample
  /** Prints each of its arguments on a line. */
  args: Sample
  /** Prints the sum of the numbers in `data/numbers.csv`, a column named `n`. */
  files: Sample
  /** Ends with 3, where a program of the language can choose. */
  exitCode: Sample & { exitCode?: number }
  /** Fails on line 3. */
  error: Sample & { type: string; message: string }
  /** Prints `héllo ✓ 你好 🎉`. */
  unicode: Sample
  /** Prints the numbers from 1 to 20000, each on a line. */
  large: Sample
  /** Prints `started`, unbuffered, and never ends. */
  forever: Sample
}

export interface Sample {
  code: string
  /** Where the language has a form of its own to print values in. */
  stdout?: string
}
