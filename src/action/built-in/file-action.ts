import type { z } from 'zod'
import type { Action, ActionPlace } from '../action.ts'
import { type FileNeeds, type FilePlace, filesIn, placeProblems, reachOfChange } from './file-place.ts'

interface FileWork<Input, Output> {
  description: string
  input: z.ZodType<Input>
  output: z.ZodType<Output>
  /** Whether it changes files, or only looks at them. */
  changes: boolean
  /** The work in the one place that the request names. */
  work(asked: Input, files: FilePlace): Promise<Output>
}

/** An action on the files of a session or a volume. */
export const fileAction =
  <Input extends { volume?: string | undefined }, Output>(
    type: `file.${string}`,
    { description, input, output, changes, work }: FileWork<Input, Output>,
  ) =>
  (needs: FileNeeds): Action<Input, Output> => ({
    ...{ type, description, input, output },
    problemsOf: (asked: Input, place: Pick<ActionPlace, 'sessionId'>) => placeProblems(asked, place),
    reachOf: (asked) => (changes ? reachOfChange(asked) : 'none'),
    execute: async (asked, context) => ({ outcome: 'ok', output: await work(asked, filesIn(needs, asked, context)) }),
  })
