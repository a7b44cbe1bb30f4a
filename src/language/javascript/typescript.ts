import { uncaughtIn } from '../error/read-uncaught.ts'
import { type Language, SUPPORT } from '../language.ts'
import { javascript } from './javascript.ts'

export const typescript: Language = {
  ...javascript,
  id: 'typescript',
  aliases: ['ts', 'mts', 'cts', 'ts-node'],
  extensions: ['ts', 'mts', 'cts'],
  fileName: 'main.ts',
  // Types are removed, not checked; enums, namespaces and parameter properties are compiled to JavaScript.
  command: [
    'node',
    '--experimental-transform-types',
    '--disable-warning=ExperimentalWarning',
    '--require',
    `${SUPPORT}/forgive-types.cjs`,
    'main.ts',
  ],
  errorOf: uncaughtIn('main.ts'),
}
