/** The first version that reads TypeScript unasked; "engines" in package.json and `bin/anneal.js` say the same. */
const [FLOOR_MAJOR, FLOOR_MINOR] = [22, 18]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < FLOOR_MAJOR || (major === FLOOR_MAJOR && minor < FLOOR_MINOR)) {
  throw new Error(
    `Anneal needs Node ${FLOOR_MAJOR}.${FLOOR_MINOR} or newer; this is ${process.version}. Install it: npm install --global node@24`,
  )
}
