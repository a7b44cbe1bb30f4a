/** Where compilers put what is run: the workspace belongs to the program. */
export const COMPILED = '/tmp/program'
