/** Names that a test file uses itself: it cannot import a function of the program with one of them. */
export const RESERVED = [
  ...['assert', 'describe', 'test', 'mock', 'util', 'printed', 'firstOf', 'program', 'url', 'exporting', 'starting'],
  ...['execFileSync', 'fileURLToPath', 'readFileSync', 'registerHooks'],
]
