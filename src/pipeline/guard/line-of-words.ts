/** Programs that read an argument as code, or start another program. */
const READS_CODE =
  /(?:^|[\\/])(?:(?:ba|z|da|k|c|a|fi)?sh|cmd|powershell|pwsh|python[\d.]*|perl|ruby|node|php|lua|osascript|ssh|su|sudo|doas|pkexec|env|xargs|find|nohup|timeout|nice|setsid|busybox|docker|podman|kubectl|nsenter|chroot|awk|gawk|schtasks|reg|wmic)(?:\.exe)?$/i

/**
 * A program and its arguments as one line, for patterns that know lines. No shell reads them: an argument with blanks or signs of
 * a shell is data, such as the text for `echo`, and becomes a hole.
 */
export function lineOfWords(words: readonly string[], hole: string): string {
  const isCode = READS_CODE.test(words[0] ?? '')
  return words.map((word, at) => (at > 0 && !isCode && /[\s;|&<>]/.test(word) ? hole : word)).join(' ')
}
