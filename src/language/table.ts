/** A table that is looked up by words of a program: without a prototype, `constructor` is not found in it. */
export const table = <T>(rows: Record<string, T>): Readonly<Record<string, T>> =>
  Object.assign(Object.create(null), rows)
