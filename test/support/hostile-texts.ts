const RUN = "document.title='ran';top.postMessage('ran','*')"
const AWAY = 'http://elsewhere.example'

/** Markup that wants to run a script, or to reach another host, by itself or by a click. */
const MARKUP = [
  `<script>${RUN}</script>`,
  `<script src="${AWAY}/x.js"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${AWAY}/x.png">`,
  `<img srcset="${AWAY}/y.png 2x">`,
  `<svg onload="${RUN}"></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><image href="${AWAY}/x.svg"/></svg>`,
  `<svg><use href="${AWAY}/x.svg#a"/></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
  `<svg><foreignObject><iframe src="${AWAY}"></iframe></foreignObject></svg>`,
  `<iframe src="${AWAY}"></iframe>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<object data="${AWAY}/x"></object>`,
  `<embed src="${AWAY}/x">`,
  `<link rel=stylesheet href="${AWAY}/x.css">`,
  `<link rel=prefetch href="${AWAY}/x">`,
  `<link rel=preconnect href="${AWAY}">`,
  `<link rel=dns-prefetch href="//elsewhere.example">`,
  `<style>@import url("${AWAY}/x.css"); body { background: url("${AWAY}/b.png") }</style>`,
  `<div style="background:url(${AWAY}/d.png)">x</div>`,
  `<style>@font-face { font-family: f; src: url(${AWAY}/f.woff) } b { font-family: f }</style><b>f</b>`,
  `<meta http-equiv="refresh" content="0;url=${AWAY}/">`,
  `<base href="${AWAY}/"><img src="y.png">`,
  `<form action="${AWAY}/"><input name=a autofocus onfocus="${RUN}"><button>go</button></form>`,
  `<video src="${AWAY}/v.mp4" autoplay onerror="${RUN}"></video>`,
  `<audio src="${AWAY}/a.mp3" autoplay></audio>`,
  `<video poster="${AWAY}/p.png"></video>`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<marquee onstart="${RUN}">x</marquee>`,
  `<body onload="${RUN}">`,
  `<input onfocus="${RUN}" autofocus>`,
  `<a href="javascript:${RUN}">click</a>`,
  `<a href="${AWAY}/" target=_top>click</a>`,
  `<a href="${AWAY}/" ping="${AWAY}/ping">click</a>`,
  `<math><mtext><script>${RUN}</script></mtext></math>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<table background="${AWAY}/t.png"><tr><td>x</table>`,
]

/** Other kinds of output, by MIME type. */
const VALUES: Record<string, unknown>[] = [
  { 'image/svg+xml': `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>` },
  { 'image/svg+xml': `<svg><image href="${AWAY}/z.png"/></svg>` },
  { 'text/markdown': `![x](${AWAY}/m.png) <img src=x onerror="${RUN}"> [a](javascript:${RUN})` },
  { 'text/latex': `\\href{javascript:${RUN}}{x} <script>${RUN}</script>` },
  { 'application/javascript': RUN },
  { 'application/json': { html: `<script>${RUN}</script>`, __proto__: { x: 1 } } },
  { 'text/plain': `<script>${RUN}</script>` },
  { 'image/png': `"><script>${RUN}</script>` },
  { 'image/png': `x" onerror="${RUN}`, 'text/plain': `" onerror="${RUN}` },
  {
    'application/vnd.e2b.chart+json': {
      type: 'bar',
      title: `<script>${RUN}</script>`,
      elements: [{ label: `<img src=x onerror=${RUN}>`, value: 1 }],
    },
  },
]

/** Names of files, and output of a terminal. */
export const HOSTILE_NAMES = [
  `<img src=x onerror=${RUN.replaceAll('/', '')}>.txt`,
  'a"onmouseover="x.txt',
  'javascript:alert(1).txt',
  '..%2f..%2fx.txt',
]
export const HOSTILE_OUTPUT = [
  ...MARKUP,
  `\u001b]8;;javascript:${RUN}\u0007link\u001b]8;;\u0007`,
  `\u001b]0;<script>${RUN}</script>\u0007title`,
  `\u001b[31m<script>${RUN}</script>\u001b[0m`,
  `\u001b[38;2;1;2;3;url(${AWAY}/c.png)mx`,
  `\u001b_Gf=100;<img src=x onerror=${RUN}>\u001b\\x`,
  '\u202Ereversed <script>\u202C',
  '\u0000\u0001\u0007\u0008',
]

export const HOSTILE_VALUES = [...MARKUP.map((html) => ({ 'text/html': html })), ...VALUES]
