import { EventEmitter, once } from "node:events"
import { performance } from "node:perf_hooks"

const tree = {
  name: "root",
  children: [
    { name: "src", children: [{ name: "main.js", size: 120 }, { name: "util.js", size: 80 }] },
    { name: "docs", children: [] },
    { name: "readme.md", size: 40 },
  ],
}

const sizeOf = (node) => node.size ?? node.children.reduce((sum, child) => sum + sizeOf(child), 0)

function* walk(node, path = []) {
  const here = [...path, node.name]
  yield here
  for (const child of node.children ?? []) {
    yield* walk(child, here)
  }
}

const depth = (node) => (node.children?.length ? 1 + Math.max(...node.children.map(depth)) : 1)

async function visitAll(root) {
  const emitter = new EventEmitter()
  const names = []
  emitter.on("node", (name) => names.push(name))
  setTimeout(() => {
    for (const path of walk(root)) {
      emitter.emit("node", path.at(-1))
    }
    emitter.emit("end", names.length)
  }, 1)
  const [count] = await once(emitter, "end")
  return { count, names }
}

const started = performance.now()
for (const path of walk(tree)) {
  console.log("  ".repeat(path.length - 1) + path.at(-1))
}
console.log(sizeOf(tree), depth(tree), performance.now() >= started)
const { count, names } = await visitAll(tree)
console.log(count, names.filter((name) => name.endsWith(".js")).join(" "))
