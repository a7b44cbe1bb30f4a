/** What systems are made of: read-only directories of the host, one above the other. */
export interface Layers {
  /** Makes a layer of what `SandboxControl.changes` gave. It is on the disk when this resolves. */
  add(archive: AsyncIterable<Uint8Array>): Promise<string>
  /** One layer that shows the same as these, the lowest first. */
  merge(ids: readonly string[]): Promise<string>
  /** For `SystemSpec.layers`. Throws LAYER_NOT_FOUND. */
  directoryOf(id: string): string
  list(): Promise<string[]>
  /** Boxes that were made of it keep it until they end. */
  remove(id: string): Promise<void>
}
