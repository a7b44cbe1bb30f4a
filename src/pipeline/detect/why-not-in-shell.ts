import type { Refusal } from './refusal.ts'

const SET_UP =
  /^(?:sudo\s+)?(?:apt(?:-get)?|yum|dnf|apk|pacman|brew|choco|snap|conda|mamba|poetry|pipenv|uv|pip3?|python3?\s+-m\s+(?:pip|venv|virtualenv)|npm|npx|yarn|pnpm|bun|gem|bundle|cargo|go\s+(?:get|install|mod|run|build|test)|composer|git|docker(?:-compose)?|kubectl|helm|terraform|aws|gcloud|az|heroku|vercel|systemctl|service|ssh|scp|rsync|source\s+\S*activate|\.\s+\S*activate|virtualenv|nvm|pyenv|rustup|curl|wget|code|open|flask|uvicorn|gunicorn|streamlit|jupyter|django-admin|pytest|tsc|ts-node|jest|mvn|gradle|\.\/gradlew|make|cmake|dotnet|flutter|redis-server|mongod|psql|mysql|createdb|luarocks|cpanm?|pipx|pdm|rye|hatch|opam|stack|cabal|mix|sbt|winget|scoop|asdf|volta|corepack|deno|ng|rails|ansible(?:-playbook)?|vagrant|minikube|certbot|ufw|journalctl|useradd|adduser|usermod|passwd|mount|umount|fdisk|reboot|shutdown|crontab|nginx|iptables|ollama|gh|zypper|port|flatpak|dpkg|rpm|torchrun|deepspeed|accelerate|mpirun|numactl|huggingface-cli|flyctl|netlify|wrangler|supabase|firebase|expo|turbo|nx|lerna|playwright|cypress|celery|alembic|scrapy|airflow|dvc|mlflow|wandb|buildah|podman|skaffold|pulumi|serverless|sam|cdk|eksctl|istioctl|argocd|flux|consul|vault|nomad)\b/
const STARTS_FILE =
  /^(?:python3?|node|deno|ruby|perl|php|lua|Rscript|bash|sh|java|javac|gcc|g\+\+|clang|rustc|tsx|ts-node)\s+(?:-\w+\s+)*[\w./-]+(?:\s|$)|^\.\/[\w./-]+(?:\s|$)/
const BESIDE = /^(?:cd|mkdir|export|set|touch|clear|ls|pwd|source|chmod|cp|which|echo)\b/

/** A name in angle brackets or of an example, which the reader is to replace. */
const PLACEHOLDER = /(?:^|[\s=/@:])<[a-z][\w.-]*(?: [\w.-]+)*>(?!\w)|\/path\/to\/|\byour[-_]\w/im
const ASSIGNMENT = /^alias\s+[\w.-]+=|^(?:export\s+)?[A-Za-z_]\w*=(?:[^$`\s]|\$[{\w])*$/

/** Why commands are not worth running where nothing of their project is; undefined when they are. */
export function whyNotInShell(code: string): Refusal | undefined {
  const commands = commandsOf(code)
  if (isSetUp(commands)) return { reason: 'it sets up or starts a project that is not here' }
  if (PLACEHOLDER.test(code.slice(0, 20_000))) return { reason: 'a template: it has names to fill in' }
  const isPlain = commands.length > 0 && commands.every((command) => ASSIGNMENT.test(command))
  return isPlain ? { reason: 'it only sets variables for other commands', isFragment: true } : undefined
}

/** Commands with their continued lines, and without comments, texts over several lines and variables set for them alone. */
const commandsOf = (code: string): string[] =>
  code
    .replace(/\\[ \t]*\n/g, ' ')
    .replace(/'[^']*'|"(?:[^"\\]|\\[\s\S])*"/g, (text) => (text.includes('\n') ? "''" : text))
    .split('\n')
    .filter((line) => !/^\s*#/.test(line) && !/^\s+(?:-|\S+$)/.test(line))
    .flatMap((line) => line.slice(0, 300).split(/\s*(?:&&|;|\|\|)\s*/))
    .map((command) => command.trim().replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, ''))
    .filter((command) => command !== '')

/** Nothing but commands for packages, projects and servers: people type them before the program. */
function isSetUp(commands: string[]): boolean {
  const isOf = (command: string) => SET_UP.test(command) || STARTS_FILE.test(command)
  return commands.some(isOf) && commands.every((command) => isOf(command) || BESIDE.test(command))
}
