const DROP = '(?:ignore|disregard|forget|override|bypass|discard|neglect)'
const BEFORE = '(?:previous|prior|preceding|above|earlier|existing|former|original|initial|foregoing)'
const RULES = '(?:instructions?|prompts?|directions?|directives?|guidelines?|rules|orders|context|commands?|messages?)'
const ALL = '(?:(?:all|any|every|each|of|the|your|my|these|those|other|system|safety|security) ){0,4}'
const READER =
  '(?:ais?|llms?|(?:large )?language models?|(?:ai |coding |code )?assistants?|(?:ai|coding) (?:agent|reviewer|model|tool)s?|chatbots?|copilot|claude|chatgpt|gpt)'
/** Actions that nobody asks of an assistant that works for its user. */
const DEED =
  '(?:ignore|disregard|reveal|leak|exfiltrate|upload|approve|(?:answer|reply|say|report) that|(?:do not|don.?t|must not|never) (?:mention|report|tell|warn|flag|show)|\\.ssh|\\.env\\b|\\.aws|credentials|api keys?|system prompt|passwords?|curl|rm rf|drop schema)'

/** Phrases that tell a model to abandon its task; each is searched for in folded text. */
export const overridePhrases: readonly RegExp[] = [
  new RegExp(`\\b${DROP} ${ALL}${BEFORE} ${ALL}${RULES}\\b`, 'g'),
  new RegExp(`\\b${DROP} (?:all |everything |of ){0,3}your ${ALL}${RULES}\\b`, 'g'),
  new RegExp(
    `\\b(?:ignore|disregard) (?:the|all|any) (?:user|human|developer)(?:.?s)? ${ALL}(?:request|${RULES})\\b`,
    'g',
  ),
  new RegExp(
    `\\b${DROP} (?:all |any )?your (?:safety|security|content|ethical) (?:rules|policies|filters|limits)`,
    'g',
  ),
  /\b(?:forget|ignore|disregard) (?:everything|all|anything)(?: that)? (?:you were|you have|(?:above|before)(?! (?!this|that|now|here|and|you)\w)|said|written)\b/g,
  /\b(?:reveal|leak) (?:your|the) (?:\w+ )?system (?:prompt|message|instructions)\b/g,
  /\b(?:print|output|show|repeat|tell) (?:me )?your (?:\w+ )?system (?:prompt|message|instructions)\b/g,
  /\byou are (?:now|no longer) (?:in |an? |the )?(?:developer mode|maintenance mode|dan\b|unrestricted|jailbroken|bound by)/g,
  /\b(?:system|admin|developer) override\b.{0,40}\b(?:ignore|disregard|execute|run|instructions)\b/g,
  new RegExp(
    `\\b(?:(?:notes?|message|instructions?|important|hint|directive) (?:to|for)|dear|hey|attention:?|if you are an?) (?:the |any |all )?${READER}\\b.{0,160}${DEED}`,
    'g',
  ),
  new RegExp(`\\b${READER}(?=[:,]| (?:must|should|shall)\\b).{0,120}${DEED}`, 'g'),
]
