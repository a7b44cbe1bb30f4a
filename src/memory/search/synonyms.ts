import { stemOf } from './words.ts'

/** Words that programs and questions use for one thing: abbreviations first, then verbs and things. A word may be in several groups. */
const GROUPS = `
str string text|int integer num number|dict dictionary map hash|list array arr|len length size|dir directory folder|img image picture|
idx index|config configuration settings|func function fn|msg message|max maximum largest biggest|min minimum smallest|avg average mean|
db database|col column|df dataframe frame|char character|val value|tmp temporary temp|random rand|obj object|cmd command|exec execute run|
env environment|var variable|arg argument param parameter|lower lowercase|upper uppercase|bool boolean|datetime date time|matrix mat|
vec vector|norm normalize|std deviation|calc calculate compute|url uri link|unique uniq distinct duplicate|
delete del remove drop erase strip|create make new generate build|get fetch retrieve return find|check test has determine|
convert transform cast parse|join concat concatenate merge combine|print show display output|count number occurrences|add append insert|
sort order|stop end kill terminate quit exit|change set update modify|load read open import|save write dump store export|split tokenize`

const synonyms = new Map<string, Set<string>>()
for (const group of GROUPS.split('|')) {
  const stems = group.trim().split(/\s+/).map(stemOf)
  for (const stem of stems) synonyms.set(stem, new Set([...(synonyms.get(stem) ?? []), ...stems]))
}
for (const [stem, others] of synonyms) others.delete(stem)

const NONE: ReadonlySet<string> = new Set()

/** Stems that mean much the same as one, in programs. */
export const synonymsOf = (stem: string): ReadonlySet<string> => synonyms.get(stem) ?? NONE
