import type { Clues } from './clues.ts'

/** Signs of text that is not run: data, settings, documents, output, sketches and prose. */
export const dataClues: Clues = {
  json: [
    [6, /^\s*(?:\{\s*(?:$|["}])|\[\s*(?:$|[{"[\]]))/],
    [2, /^\s*\[\s*[-\d]/],
    [4, /^\s*"[^"\n]*"\s*:\s*(?:["[{\d-]|true|false|null)/m],
    [2, /[\]}]\s*$/],
    [
      -8,
      /^\s*(?:const|let|var|import|def|function|print|return|curl|HTTP\/)|[=;]\s*(?:$|\{)|\bTrue\b|\bNone\b|'\w+'\s*:/m,
    ],
  ],
  yaml: [
    [3, /^[\w."-]+:\s*(?:$|[^\s:=({][^{};\n]*$)/m],
    [3, /^[\w.-]+:[ \t]*\n[ \t]+-?[ \t]*[\w."'-]+/m],
    [3, /^\s+-\s+\w+(?::|$)/m],
    [4, /^(?:apiVersion|version|services|name|on|jobs|image|kind|metadata|openapi|steps|stages):/m],
    [4, /^---\s*$/m],
    [-6, /[;{]\s*$|^\s*(?:def|class|if|for|while|else|try|import|return|print)\b|\)\s*:\s*$|=\s|\w\(/m],
    [-3, /^\w[^:\n]{40,}:|[.!?]\s*$/m],
  ],
  toml: [
    [4, /^\[[\w."-]+\]\s*$/m],
    [5, /^\[\[[\w."-]+\]\]\s*$/m],
    [3, /^[\w-]+\s*=\s*(?:"[^"\n]*"|\[|true|false|\d|\{)/m],
    [4, /^\[(?:package|dependencies|tool\.[\w.]+|project|build-system)\]/m],
    [-6, /;\s*$|^\s*(?:def|import|print|if|for)\b|\w\(/m],
  ],
  ini: [
    [4, /^\[[\w .:/-]+\]\s*$/m],
    [2, /^[\w.-]+\s*=\s*[^"[{=]/m],
    [1, /^;\s/m],
    [-6, /^\s*(?:def|import|print|if|for|const|let)\b|\w\(|\{\s*$/m],
  ],
  env: [
    [4, /^(?:export\s+)?[A-Z][A-Z0-9_]+=\S*$/m],
    [-6, /^\s*(?!#|(?:export\s+)?[A-Z][A-Z0-9_]*=).*\S/m],
  ],
  csv: [
    [5, /^[^,;(){}=<>\n]{1,60}(?:,[^,(){}=<>\n]{0,60}){2,}\n[^,(){}=<>\n]{0,60}(?:,[^,(){}=<>\n]{0,60}){2,}/],
    [-6, /[;{}]\s*$|\w\(|=\s|[.!?]\s*$/m],
  ],
  html: [
    [7, /<!DOCTYPE\s+html|<html[\s>]/i],
    [5, /<\/(?:div|body|head|p|span|ul|li|a|h[1-6]|table|script|style|form|button|section)>/i],
    [2, /<(?:div|p|a|img|input|br|link|meta)\s[^>\n]*(?:class|href|src|id|type)=/i],
    [-7, /^\s*(?:import|const|let|function|return|def|export)\b|\{\w+\.map\(|className=/m],
  ],
  jsx: [
    [9, /\bclassName=|\breturn\s*\(?\s*<[A-Za-z]|=>\s*\(?\s*<[A-Za-z]\w*[\s/>]/],
    [4, /\buse(?:State|Effect|Ref|Memo|Context)\(|from\s+['"]react['"]/],
    [3, /^\s*<[A-Z]\w*[\s/>]/m],
  ],
  xml: [
    [7, /^\s*<\?xml/],
    [3, /^\s*<\/?[\w:-]+(?:\s+[\w:-]+="[^"\n]*")*\s*\/?>\s*$/m],
    [2, /<\/[\w:-]+>\s*$/],
    [-6, /<\/?(?:div|body|span|p|html|ul|li|button)\b/i],
  ],
  css: [
    [5, /^\s*[.#]?[\w-][^{};\n]*\{\s*$[\s\S]{0,300}^\s*[\w-]+\s*:\s*[^;{}\n]+;/m],
    [4, /^\s*(?:color|background|margin|padding|display|font-size|width|height|border)(?:-\w+)?\s*:\s*[^;\n]+;/m],
    [3, /^\s*@(?:media|import|keyframes)\s/m],
    [-6, /\b(?:function|const|let|var|return|if|class)\s|=>|\w\s*=\s/],
  ],
  diff: [
    [8, /^@@ [-+\d, ]+ @@/m],
    [6, /^diff --git /m],
    [4, /^--- \S.*\n\+\+\+ \S/m],
    [3, /^-.*\n\+/m],
    [1, /^[+-]\s*\S/m],
    [-4, /^\s*-{3,}\s*$|^- \w.*\n- \w/m],
  ],
  dockerfile: [
    [6, /^FROM\s+[\w./:-]+(?:\s+AS\s+\w+)?\s*$/im],
    [4, /^(?:RUN|COPY|WORKDIR|ENTRYPOINT|EXPOSE|CMD|ENV|ADD)\s+\S/m],
  ],
  makefile: [
    [5, /^[\w.-]+:(?:[ \t]+[\w./-]+)*[ \t]*\n\t\S/m],
    [4, /^\.PHONY:/m],
    [2, /\$\([A-Z_]+\)|\$@|\$</],
  ],
  tree: [
    [9, /^[│|\s]*(?:├──|└──|\|--|`--|\+--)\s+\S/m],
    [5, /^[\w.-]+\/\n(?:[ \t]+[\w./-]+(?: [^\n]*)?\n){2,}/m],
  ],
  http: [
    [8, /^(?:GET|POST|PUT|DELETE|PATCH|HEAD)\s+\S+\s+HTTP\/\d/m],
    [8, /^HTTP\/[\d.]+\s+\d{3}/m],
  ],
  latex: [
    [7, /\\(?:begin|end)\{\w+\*?\}|\\documentclass/],
    [3, /\\(?:frac|sum|int|alpha|beta|section|textbf|sqrt|cdot|times|leq)\b/],
  ],
  mermaid: [
    [
      8,
      /^\s*(?:graph\s+(?:TD|LR|TB|BT|RL)|flowchart\s+\w+|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie)\b/m,
    ],
  ],
}
