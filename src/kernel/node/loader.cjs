// Given to `node -e` as text: takes the program from the channel of requests, length first, and becomes it.
// Inside a function, so that cells see nothing of it.
;(() => {
  const fs = require('node:fs')
  const vm = require('node:vm')

  const REQUESTS = 3

  function readExactly(count) {
    const bytes = Buffer.alloc(count)
    for (let at = 0; at < count; ) at += fs.readSync(REQUESTS, bytes, { offset: at })
    return bytes
  }

  const { modules, settings } = JSON.parse(readExactly(readExactly(4).readUInt32BE()).toString())
  const loaded = new Map()

  function load(name) {
    if (!name.startsWith('./')) return require(name)
    const known = loaded.get(name)
    if (known) return known.exports
    const module = { exports: {} }
    loaded.set(name, module)
    const body = vm.compileFunction(modules[name], ['module', 'exports', 'require'], {
      filename: `kernel/${name}`,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    body(module, module.exports, load)
    return module.exports
  }

  void load('./main.cjs').main(settings)
})()
