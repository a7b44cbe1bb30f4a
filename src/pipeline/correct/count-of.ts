/** How often a text has this pattern; the pattern must be global. */
export const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0
