const BEFORE = '(?:previous|prior|preceding|above|earlier|existing|former|original|initial|foregoing)'
const RULES = '(?:instructions?|prompts?|directions?|directives?|guidelines?|rules|orders|context|commands?|messages?)'
const ALL = '(?:(?:all|any|every|each|of|the|your|my|these|those|other|system|safety|security) ){0,4}'
const READER =
  '(?:ai|llm|language model|assistant|ai assistant|coding assistant|coding agent|ai agent|agent|chatbot|copilot|claude|chatgpt|gpt|cursor|model)s?'
const DEED =
  '(?:ignore|disregard|reveal|print|leak|send|upload|exfiltrate|forward|run|execute|call|invoke|read|include|approve|answer that|reply that|do not (?:mention|report|tell|warn|flag|show)|must not|instead)'

/** Said to a model so that it leaves what it was asked to do; each is looked for in folded text. */
export const overridePhrases: readonly RegExp[] = [
  new RegExp(`\\b(?:ignore|disregard|forget|override|bypass|discard|neglect) ${ALL}${BEFORE} ${ALL}${RULES}\\b`, 'g'),
  new RegExp(`\\b(?:ignore|disregard|forget|override|bypass) (?:all |everything |of ){0,3}your ${ALL}${RULES}\\b`, 'g'),
  new RegExp(
    `\\b(?:ignore|disregard) (?:the|all|any) (?:user|human|developer)(?:.?s)? ${ALL}(?:request|${RULES})\\b`,
    'g',
  ),
  /\bforget (?:everything|all) (?:you|that you|above|before)\b/g,
  /\b(?:reveal|print|output|show|repeat|leak) (?:me )?(?:your|the) (?:full |entire |hidden |initial )?system (?:prompt|message|instructions)\b/g,
  /\byou are (?:now|no longer) (?:in |an? |the )?(?:developer mode|maintenance mode|dan\b|unrestricted|jailbroken|bound by)/g,
  /\b(?:system|admin|developer) override\b.{0,40}\b(?:ignore|disregard|execute|run|instructions)\b/g,
  new RegExp(
    `\\b(?:note|message|instructions?|attention|important|dear|hey|hint) (?:to |for )?(?:the |any |all )?${READER}\\b.{0,120}\\b${DEED}\\b`,
    'g',
  ),
  new RegExp(
    `\\b(?:ai (?:agents?|assistants?|models?)|llms?|assistants?|agents?)[:,] .{0,80}\\b${DEED}\\b.{0,80}\\b(?:instructions|user|secret|credential|password|api key|token|contents|command|shell)\\b`,
    'g',
  ),
]
