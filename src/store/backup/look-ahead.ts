/** Items in order; the next one can be looked at before it is taken. */
export interface LookAhead<Item> {
  /** The next item; undefined after the last one. */
  peek(): Promise<Item | undefined>
  take(): void
}

export function lookAhead<Item>(items: AsyncIterator<Item>): LookAhead<Item> {
  let next: Promise<Item | undefined> | undefined
  return {
    peek() {
      next ??= items.next().then(({ done, value }) => (done ? undefined : value))
      return next
    },
    take() {
      next = undefined
    },
  }
}
