import { execFileSync } from 'node:child_process'

/** Sentences of licence texts, the more special before the more general. */
const SENTENCES: [name: string, sentence: RegExp][] = [
  ['AGPL', /GNU AFFERO GENERAL PUBLIC/i],
  ['LGPL', /GNU (?:LESSER|LIBRARY) GENERAL PUBLIC/i],
  ['GPL', /GNU GENERAL PUBLIC/i],
  ['MPL', /Mozilla Public License/i],
  ['EPL', /Eclipse Public License/i],
  ['CC-BY-NC', /NonCommercial/i],
  ['CC-BY-SA', /ShareAlike|CC[- ]BY-SA/i],
  ['CC-BY-4.0', /(?:Creative Commons )?Attribution 4\.0 International|CC[- ]BY[- ]4\.0/i],
  ['CC0-1.0', /CC0 1\.0 Universal/i],
  ['Apache-2.0', /Apache License,? Version 2\.0|under the Apache 2\.0 and MIT licenses/i],
  ['PSF', /Python Software Foundation/],
  ['BSL-1.0', /Boost Software License/i],
  ['Artistic-2.0', /Artistic License 2\.0/i],
  ['Unlicense', /free and unencumbered software released into the public domain/i],
  ['Zlib', /This software is provided ['"]as-is['"], without any express or implied warranty/i],
  ['ISC', /Permission to use, copy, modify,? and(?:\/or)? distribute this software for any purpose/i],
  ['MIT', /Permission is hereby granted, free of charge, to any person|Hiermit wird unentgeltlich, jeder Person/i],
  ['BSD', /Redistribution and use in source and binary forms/i],
]

const PERMISSIVE = new Set(
  'CC-BY-4.0 CC0-1.0 Apache-2.0 BSL-1.0 Artistic-2.0 PSF Unlicense Zlib ISC MIT BSD'.split(' '),
)

/** The licences that stand in the root of a repository, by the sentences of their texts; `none found` where there is none. */
export function licenceOf(directory: string): string {
  const git = (...words: string[]): string => execFileSync('git', ['-C', directory, ...words]).toString()
  const files = git('ls-tree', 'HEAD')
    .split('\n')
    .filter((line) => /^\S+ blob \S+\t(?:licen[cs]e|copying|unlicense)[^/]*$/i.test(line))
    .map((line) => line.split('\t')[1] ?? '')
  const names = files.flatMap((file) => {
    const text = git('show', `HEAD:${file}`)
    // A few words beside a licence only point at it, or name its holder.
    return files.length > 1 && text.length < 600 ? [] : [namedIn(text) ?? `unknown (${file})`]
  })
  return names.length === 0 ? 'none found' : [...new Set(names)].toSorted().join(', ')
}

/** Code that a text under one of these names taught may be given away: only those are trained on. */
export const isPermissive = (licence: string): boolean => licence.split(', ').every((name) => PERMISSIVE.has(name))

function namedIn(text: string): string | undefined {
  const plain = text.replace(/\s+/g, ' ')
  // MIT and BSD texts are short; in long ones the first heading counts, since Apache's text speaks of others too.
  const head = plain.length > 8_000 ? plain.slice(0, 1_500) : plain
  return SENTENCES.find(([, sentence]) => sentence.test(head))?.[0]
}

/** Files say so in their heads when they stand under another licence than their repository. */
export const isCopyleftFile = (text: string): boolean =>
  /GNU (?:Affero |Lesser |Library )?General Public|Mozilla Public License|ShareAlike|SPDX-License-Identifier:.*(?:GPL|MPL)/i.test(
    text.slice(0, 4_000),
  )
