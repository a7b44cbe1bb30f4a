/** Compilers put their output here, because the workspace belongs to the program. */
export const COMPILED = '/tmp/program'
