/** The HTTP API through the typed client. Start a server first; then: ANNEAL_API_KEY=… node examples/http.ts */
import { createClient } from '../src/sdk/sdk.ts'

const client = createClient({
  baseUrl: process.env.ANNEAL_SERVER ?? 'http://127.0.0.1:4400',
  apiKey: process.env.ANNEAL_API_KEY ?? '',
})

const answer =
  'Here is how:\n\n```python\nprint(sum(range(10)))\n```\n\nand in JavaScript:\n\n```js\nconsole.log([1, 2, 3].map((n) => n * n))\n```\n'

for await (const event of client.stream({ text: answer })) {
  if (event.type === 'block.found') console.log(`found ${event.found.language} at line ${event.found.line}`)
  if (event.type === 'output.delta') process.stdout.write(event.text)
  if (event.type === 'run.end') console.log(event.outcome)
}
