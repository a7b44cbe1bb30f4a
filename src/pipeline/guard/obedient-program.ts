/** Programs with options or operands that start other programs, read code or write files. */
const OBEDIENT =
  /^(?:(?:ba|z|da|k|c|a|fi)?sh|cmd|powershell|pwsh|python[\d.]*|perl|ruby|node|php|lua|osascript|ssh|scp|rsync|su|sudo|doas|pkexec|env|xargs|find|nohup|timeout|nice|setsid|busybox|docker|podman|kubectl|nsenter|chroot|g?awk|sed|tar|zip|unzip|git|hg|svn|curl|wget|make|vim?|less|man|tcpdump|nmap|ffmpeg|convert|systemctl|crontab|rm|mv|cp|ln|dd|chmod|chown|tee|mysql|psql|sqlite3)(?:\.exe)?$/i

/**
 * Whether an argument of others can make this program do anything. Where the program is a constant, its arguments come as a list and no
 * shell reads them, a program such as `ls` does with any argument what it always does.
 */
export const isObedient = (program: string): boolean => OBEDIENT.test(program.replace(/^.*[\\/]/, ''))
