import { hashOf } from '../../repair/random.ts'
import { languageOf, nameOf, type Source } from './sources.ts'

/** Popular repositories of many languages, for alarms on ordinary code. */
const POPULAR =
  `TheAlgorithms/Python TheAlgorithms/JavaScript TheAlgorithms/TypeScript TheAlgorithms/Ruby TheAlgorithms/Go TheAlgorithms/PHP
  TheAlgorithms/C TheAlgorithms/C-Plus-Plus TheAlgorithms/Rust TheAlgorithms/R TheAlgorithms/Lua psf/requests pallets/flask lodash/lodash
  expressjs/express axios/axios fastify/fastify mahmoud/boltons more-itertools/more-itertools networkx/networkx python-attrs/attrs sinatra/sinatra
  jekyll/jekyll gin-gonic/gin spf13/cobra iluwatar/java-design-patterns square/okhttp composer/composer laravel/framework
  BurntSushi/ripgrep clap-rs/clap DaveGamble/cJSON nlohmann/json fmtlib/fmt nvm-sh/nvm ohmyzsh/ohmyzsh pyenv/pyenv asdf-vm/asdf
  dylanaraps/pure-bash-bible date-fns/date-fns colinhacks/zod vuejs/core luarocks/luarocks tidyverse/dplyr mojolicious/mojo`
    .split(/\s+/)
    .filter((name) => name !== '')
const MOST_OF_ONE = 100
const LONGEST_FILE = 60_000

/** Up to a hundred files of each popular repository, by the hash of their paths; tests and generated files are left out. */
export const POPULAR_SOURCES: readonly Source[] = POPULAR.map((repository) => ({
  collection: `popular-${repository.replace('/', '-')}`,
  repository,
  read: (mirror) =>
    mirror
      .paths('')
      .filter(
        (path) =>
          languageOf(path) !== undefined && !/test|spec|fixture|vendor|\bdist\b|\.min\.|node_modules/i.test(path),
      )
      .sort((one, other) => hashOf(one) - hashOf(other))
      .slice(0, MOST_OF_ONE)
      .map((path) => ({
        kind: 'benign' as const,
        language: languageOf(path) ?? '',
        name: nameOf(path),
        code: mirror.text(path),
      }))
      .filter(({ code }) => code.length <= LONGEST_FILE),
}))
