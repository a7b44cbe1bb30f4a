/** Names that a test file uses itself: a function of the program that has one of them cannot be imported by it. */
export const RESERVED = [
  ...['assert', 'describe', 'test', 'mock', 'util', 'printed', 'firstOf', 'program', 'url', 'exporting', 'starting'],
  ...['execFileSync', 'fileURLToPath', 'readFileSync', 'registerHooks'],
]
