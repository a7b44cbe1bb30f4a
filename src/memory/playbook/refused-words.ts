/**
 * The reason why words of a person or a model are not taken; undefined when they may be. Lessons from runs have only words
 * of ours. A lesson says how a program is repaired: addresses, orders to a reader, and talk about rights, rules and
 * secrets have no place in it. This is the outer wall: a lesson that passes it still has to be proved, and nothing that it
 * says is an instruction anywhere.
 */
export function refusedWords(text: string): string | undefined {
  if (HIDDEN.test(text) || !text.isWellFormed()) return 'it has characters that cannot be seen'
  if (/[`<>{}\\]|\$\(|\[\[|---|###|"""/.test(text)) return 'it has marks that could be taken for more than words'
  if (/\w+:\/\/|www\.|\b[\w.-]+@[\w.-]+\b|\b\d{1,3}(\.\d{1,3}){3}\b/i.test(text)) return 'it has an address'
  if (/[^\s]{41,}/.test(text)) return 'it has a word of more than 40 characters'
  if (MIXED.test(text)) return 'it mixes alphabets within a word'
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const found = FORBIDDEN.find((pattern) => pattern.test(plain))
  return found && 'it speaks to its reader, or of rights, rules, hosts or secrets'
}

/** Controls, invisible and direction-changing characters, private use. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u
const MIXED =
  /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

const FORBIDDEN = [
  /\b(ignore|disregard|forget|override|bypass|circumvent|evade|jailbreak|obey|pretend)\b/,
  /\b(instruction|prompt|system message|assistant|developer mode|you are|you must|you should|your (task|role|rules))/,
  /\b(polic(y|ies)|permission|privilege|approv|guard|sandbox|firewall|allow.?list|white.?list|block.?list|ceiling|limit)/,
  /\b(disable|turn off|switch off|skip|suppress|swallow|mute)\b.{0,40}\b(check|test|assert|error|exception|warning|rule|verif)/,
  /\b(secret|password|passwd|credential|token|api.?key|private key|environ|\.env|ssh|cookie)/,
  /\b(network|internet|download|upload|fetch|curl|wget|send|post|exfiltrat|dns|proxy|host|server|port)\b/,
  /\b(eval|exec|subprocess|os\.system|popen|shell|sudo|root|chmod|rm -|install|pip|npm)\b/,
  /\b(always|in every|all programs|any program|from now on|regardless|no matter|unconditionally)\b/,
  /\b(admin|administrator|operator|maintainer|official|urgent|important|trusted|verified|authori[sz]ed)\b/,
  /\b(lesson|playbook|memory|remember|promote|active|helpful|harmful)\b/,
  /ignorier|anweisung|ignora|instrucc|ignorez|忽略|指示|игнорир/,
]
