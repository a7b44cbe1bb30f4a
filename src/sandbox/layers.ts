/** What systems are made of: read-only directories of the host, one above the other. */
export interface Layers {
  /** Makes a layer of what `SandboxControl.changes` gave. It is on the disk when this resolves. */
  add(archive: AsyncIterable<Uint8Array>): Promise<NewLayer>
  /** One layer that shows the same as these, the lowest first. */
  merge(ids: readonly string[]): Promise<NewLayer>
  /** As what `put` makes the same layer of again. Throws LAYER_NOT_FOUND. */
  read(id: string): AsyncIterable<Uint8Array>
  /** By an id that it had before; `add` would give it another one. */
  put(id: string, archive: AsyncIterable<Uint8Array>): Promise<void>
  /** For `SystemSpec.layers`. Throws LAYER_NOT_FOUND. */
  directoryOf(id: string): string
  list(): Promise<string[]>
  /** Boxes that were made of it keep it until they end. */
  remove(id: string): Promise<void>
}

export interface NewLayer {
  id: string
  /** Of the disk that it lies on. */
  bytes: number
}
