import type { Host } from '../host.ts'
import type { RunView } from './run-view.ts'

/** The view for programs: one event per line, nothing else. */
export function createJsonView(host: Host): RunView {
  return {
    show: (event) => host.stdout.write(`${JSON.stringify(event)}\n`),
    stopping: () => undefined,
    close: () => undefined,
  }
}
