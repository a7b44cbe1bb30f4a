/** "engines" in package.json and `bin/anneal.js` say the same. */
const FLOOR = 24

if (Number(process.versions.node.split('.')[0]) < FLOOR)
  throw new Error(
    `Anneal needs Node ${FLOOR} or newer; this is ${process.version}. Install it: npm install --global node@${FLOOR}`,
  )
