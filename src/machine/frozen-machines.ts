/** Paused machines that keep their memory: up to a limit, those that were paused last. */
export interface FrozenMachines<Machine> {
  /** Gives the machines that have to lose their memory for this one. */
  add(machine: Machine): Machine[]
  remove(machine: Machine): void
}

export function createFrozenMachines<Machine>(most: number): FrozenMachines<Machine> {
  const inOrder = new Set<Machine>()
  return {
    add(machine) {
      inOrder.delete(machine)
      inOrder.add(machine)
      const beyond = [...inOrder].slice(0, Math.max(0, inOrder.size - most))
      for (const one of beyond) inOrder.delete(one)
      return beyond
    },
    remove: (machine) => void inOrder.delete(machine),
  }
}
