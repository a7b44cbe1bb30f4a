/** All error types of Python for a program that does not parse. */
export const SYNTAX_ERRORS: readonly string[] = ['SyntaxError', 'IndentationError', 'TabError']
