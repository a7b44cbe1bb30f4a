/** "1 file", "2 files", "3 sandboxes". */
export const countText = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : noun.endsWith('x') ? 'es' : 's'}`
