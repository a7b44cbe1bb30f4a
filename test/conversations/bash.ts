import { type Conversation, fails, works } from './conversation.ts'

const PROBE = `
declare -p total items table COLOUR spoilt 2>&1 | sed 's/.*line [0-9]*: //'
declare -f greet | sha256sum; pwd; alias; shopt -p nullglob; umask
find /workspace -printf '%P %M %l\\n' | sort; find /workspace -type f -exec sha256sum {} + | sort
`

const SPOIL = `total=-1; items+=(spoilt); table[k]=spoilt; unset COLOUR; spoilt=1; greet() { echo spoilt; }; umask 000
echo spoilt > /workspace/a.txt; mkdir /workspace/new; cd /tmp; shopt -s nullglob
`

export const bash: Conversation = {
  language: 'bash',
  probe: PROBE,
  cells: [
    works('total=41; items=(a "b c" 日本); declare -A table=([k]=v [two]="x y"); greet() { echo "hi $1"; }'),
    fails(`${SPOIL}false`),
    works('export COLOUR=red; echo one > a.txt; ln -s /etc/passwd outside; mkdir -p kept/deep; cd kept'),
    fails(`${SPOIL}no-such-command`),
    works('total=$((total + 1)); items[1]="new value"; greet you > said.txt'),
    fails(`${SPOIL}exit 3`),
    fails(`${SPOIL}while :; do :; done`, { failsBy: 'timeout', timeoutMs: 500 }),
    works('cd ..; mv kept/said.txt kept/deep/; chmod 600 kept/deep/said.txt; umask 027'),
    fails('rm -rf /workspace/*; if then'),
    works('unset "items[0]"; table[three]=3'),
  ],
}
