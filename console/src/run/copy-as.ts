import type { RunRequest } from 'anneal-contract/run.ts'

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The same run from elsewhere. The key stays a variable: it never stands in this page. */
export function copyAs(request: RunRequest): { name: string; text: string }[] {
  const body = JSON.stringify(request, null, 2)
  const { code, text, language, options, session } = request
  const flags = [
    ...(language ? [`--language ${language}`] : []),
    ...(text !== undefined ? ['--text'] : []),
    ...(options?.repair ? [`--repair ${options.repair}`] : []),
    ...(options?.tests ? ['--tests'] : []),
    ...(options?.lastValue ? ['--last-value'] : []),
    ...(session !== undefined ? [`--session ${session}`] : []),
    `--server ${location.origin}`,
  ]
  return [
    {
      name: 'curl',
      text: `curl ${location.origin}/v1/runs -H "Authorization: Bearer $ANNEAL_API_KEY" \\\n  --json ${single(body)}`,
    },
    {
      name: 'TypeScript',
      text: `import { createClient } from 'anneal/sdk'\n\nconst client = createClient({ baseUrl: '${location.origin}', apiKey: process.env.ANNEAL_API_KEY })\nconst run = await client.run(${body})\nconsole.log(run.outcome)\n`,
    },
    {
      name: 'Python',
      text: `import json, os\nfrom anneal import Anneal\n\nanneal = Anneal("${location.origin}", os.environ["ANNEAL_API_KEY"])\nrun = anneal.create_run(json.loads(${JSON.stringify(JSON.stringify(request))}))\nprint(run["outcome"])\n`,
    },
    {
      name: 'Command line',
      text: `printf %s ${single(code ?? text ?? '')} | npx anneal run - ${flags.join(' ')}`,
    },
  ]
}
