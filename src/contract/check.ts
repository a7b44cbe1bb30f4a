/** A promise as data: unit tests, `doctor` and outside adapters run the same list. It rejects when the promise is broken. */
export interface Check<T> {
  id: string
  run(subject: T): Promise<void>
}
