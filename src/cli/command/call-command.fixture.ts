import { createFakeHost } from '../fake-host.fixture.ts'
import { main } from '../main.ts'

/** Calls a command on a server that gives one answer, and returns the requests it got. */
export async function callCommand(line: string, answer: unknown, stdin = '') {
  const asked: { method: string; path: string; body: unknown }[] = []
  const server = {
    fetch: async (input: string | Request | URL, init?: RequestInit) => {
      const request = new Request(input, init)
      const body = request.body === null ? undefined : await request.json()
      asked.push({ method: request.method, path: new URL(request.url).pathname, body })
      return Response.json(answer)
    },
  }
  const fake = createFakeHost({ server, stdin })
  const exitCode = await main(line.split(' '), fake.host)
  return { exitCode, asked, ...fake.seen }
}
