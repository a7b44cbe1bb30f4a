/** One small program for each ability that a language must have here; `checks.ts` holds the expected results. */
export interface LanguageSamples {
  /** Prints `hello`. */
  hello: Sample
  /** Prints its standard input. */
  stdin: Sample
  /** Prints each of its arguments on a line. */
  args: Sample
  /** Prints the sum of the numbers in `data/numbers.csv`, a column named `n`. */
  files: Sample
  /** Ends with exit code 3, if programs of the language can choose one. */
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
  /** For languages that print values in a form of their own. */
  stdout?: string
}
