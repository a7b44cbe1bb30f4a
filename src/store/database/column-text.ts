/** Text that both databases hold alike: PostgreSQL refuses NUL, and half a surrogate pair has no UTF-8. */
export const columnText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
