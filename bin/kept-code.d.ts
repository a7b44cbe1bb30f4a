export function createLoader(directory: string | undefined): {
  load(path: string): unknown
  keep(): void
}
