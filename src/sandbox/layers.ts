/** The layers that systems are made of: read-only directories of the host, one above the other. */
export interface Layers {
  /** Makes a layer from the archive that `SandboxControl.changes` gave. The layer is on the disk when this resolves. */
  add(archive: AsyncIterable<Uint8Array>): Promise<NewLayer>
  /** Makes one layer that shows the same files as these layers, the lowest first. */
  merge(ids: readonly string[]): Promise<NewLayer>
  /** Reads a layer as the archive from which `put` makes the same layer again. Throws LAYER_NOT_FOUND. */
  read(id: string): AsyncIterable<Uint8Array>
  /** Restores a layer under the id it had before; `add` would give it another one. */
  put(id: string, archive: AsyncIterable<Uint8Array>): Promise<void>
  /** The directory of a layer, for `SystemSpec.layers`. Throws LAYER_NOT_FOUND. */
  directoryOf(id: string): string
  list(): Promise<string[]>
  /** Sandboxes that use the layer keep it until they end. */
  remove(id: string): Promise<void>
}

export interface NewLayer {
  id: string
  /** Room that the layer takes on the disk. */
  bytes: number
}
