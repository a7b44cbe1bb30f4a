const { isBuiltin } = require('node:module')

/** Directory, environment and mask of the process, compared with its start; and losses that only this process can have. */
function createSurroundings(loads) {
  const firstEnv = { ...process.env }
  const firstListeners = listenersOf(process)
  let firstResources = []
  return {
    /** Called when all resources of the kernel itself are open. */
    begin() {
      firstResources = process.getActiveResourcesInfo()
    },
    state: () => ({
      directory: process.cwd(),
      mask: process.umask(),
      env: Object.entries(process.env).filter(([name, value]) => firstEnv[name] !== value),
      unset: Object.keys(firstEnv).filter((name) => !(name in process.env)),
    }),
    lost: () => [
      ...lostResources(firstResources),
      ...Object.keys(listenersOf(process))
        .filter((name) => listenersOf(process)[name] !== (firstListeners[name] ?? 0))
        .map((name) => ({ name: `process.on('${name}')`, why: 'listeners of the process are not kept' })),
      ...[...loads.values()]
        .filter(({ from }) => isOfWorkspace(from))
        .map(({ from }) => ({ name: `module ${from}`, why: 'it is loaded again: what it holds inside is not kept' })),
    ],
  }
}

const listenersOf = (emitter) =>
  Object.fromEntries(emitter.eventNames().map((name) => [String(name), emitter.listenerCount(name)]))

function lostResources(first) {
  const left = [...first]
  const counts = new Map()
  for (const kind of process.getActiveResourcesInfo()) {
    const at = left.indexOf(kind)
    if (at === -1) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    else left.splice(at, 1)
  }
  return [...counts].map(([kind, count]) => ({ name: kind, why: `${count} still at work when the state was kept` }))
}

/** Whether a module is a file of the workspace, which may hold anything; packages hold code. */
const isOfWorkspace = (from) => !isBuiltin(from) && /^(?:\.|\/|file:)/.test(from) && !/\.json$/.test(from)

/** Restores directory, environment and mask; gives the losses. */
function restoreSurroundings({ directory, mask, env, unset }) {
  for (const name of unset) delete process.env[name]
  Object.assign(process.env, Object.fromEntries(env))
  process.umask(mask)
  try {
    process.chdir(directory)
    return []
  } catch (error) {
    return [{ name: 'directory', why: error.message }]
  }
}

module.exports = { createSurroundings, restoreSurroundings }
