import { uncaughtIn } from '../error/read-uncaught.ts'
import { type Language, SUPPORT } from '../language.ts'

/** A few folders deep, without what packages bring. */
export const FILES = `console.log(require('fs').readdirSync('.', { recursive: true, withFileTypes: true }).filter((each) => each.isFile() && !/node_modules|[/]\\./.test(each.parentPath + '/' + each.name)).slice(0, 300).map((each) => require('path').join(each.parentPath, each.name)).join('\\n'))`

export const javascript: Language = {
  id: 'javascript',
  aliases: ['js', 'node', 'nodejs', 'mjs', 'cjs', 'ecmascript'],
  extensions: ['js', 'mjs', 'cjs'],
  fileName: 'main.js',
  // Node tells ES modules from CommonJS by the syntax it meets.
  command: ['node', '--require', `${SUPPORT}/forgive.cjs`, 'main.js'],
  support: new URL('./inside/', import.meta.url),
  // V8 reserves 512 MB of addresses for machine code; Node 24 does not start with less than 600.
  reservedMb: 600,
  requires: null,
  package: 'node',
  isExpected: true,
  waiting: { by: 'file', takesArguments: false },
  errorOf: uncaughtIn('main.js'),
  files: FILES,
}
