/** Rows that are looked up by words of a program: `constructor` must not be found in an empty one. */
export const table = <T>(rows: Record<string, T>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), rows)
