/** All that Python calls a program it cannot read. */
export const SYNTAX_ERRORS: readonly string[] = ['SyntaxError', 'IndentationError', 'TabError']
