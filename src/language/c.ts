import { COMPILED } from './compiled.ts'
import { failedAssertion, gccErrorOf } from './gcc.ts'
import type { Language } from './language.ts'

export const c: Language = {
  id: 'c',
  aliases: ['c99', 'c11', 'c17'],
  extensions: ['c'],
  fileName: 'main.c',
  // A shell expands `*.c`, so other sources of the workspace are compiled too.
  compile: {
    command: ['/bin/sh', '-c', `exec /usr/bin/gcc -O1 -fdiagnostics-color=never -pthread -o ${COMPILED} *.c -lm`],
    errorOf: gccErrorOf('main.c'),
  },
  command: [COMPILED],
  reservedMb: 0,
  requires: '/usr/bin/gcc',
  package: 'gcc libc6-dev',
  isExpected: false,
  errorOf: ({ stderr }) => failedAssertion(stderr, 'main.c'),
}
