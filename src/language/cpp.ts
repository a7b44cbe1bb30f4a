import type { ProgramError } from '../contract/diagnosis.ts'
import { COMPILED } from './compiled.ts'
import { failedAssertion, gccErrorOf } from './gcc.ts'
import type { Language } from './language.ts'

export const cpp: Language = {
  id: 'cpp',
  aliases: ['c++', 'cc', 'cxx'],
  extensions: ['cpp', 'cc', 'cxx'],
  fileName: 'main.cpp',
  compile: {
    command: [
      '/bin/sh',
      '-c',
      `exec /usr/bin/g++ -std=c++20 -O1 -fdiagnostics-color=never -pthread -o ${COMPILED} *.cpp`,
    ],
    errorOf: gccErrorOf('main.cpp'),
  },
  command: [COMPILED],
  reservedMb: 0,
  requires: '/usr/bin/g++',
  package: 'g++',
  isExpected: false,
  errorOf: ({ stderr }) => failedAssertion(stderr, 'main.cpp') ?? uncaught(stderr),
}

/** The C++ runtime does not report where the exception was thrown. */
function uncaught(stderr: string): ProgramError | undefined {
  const [, type, message] =
    /^terminate called after throwing an instance of '(.*)'(?:\n {2}what\(\): {2}(.*))?$/m.exec(stderr) ?? []
  return type === undefined ? undefined : { type, message: message ?? '' }
}
