import type { RuleSample } from './rule-sample.fixture.ts'

const encoded = Array.from({ length: 600 }, (_, at) => 'ABCDEFGHabcdefgh0123+/'[(at * 7) % 22]).join('')
const table = `var _0x1a2b=['log','a'];(function(_0x3c4d,_0x5e6f){})(_0x1a2b,1);var _0x7a8b=function(_0x9c0d,_0xaaaa){return _0x1a2b[_0x9c0d]};`

export const obfuscationSamples: RuleSample[] = [
  {
    rule: 'javascript/decoded-code',
    dangers: [
      ['eval(atob("Y29uc29sZS5sb2coMSk="))', 'eval(atob('],
      ['eval(Buffer.from(payload, "base64").toString())', 'eval(Buffer'],
      ['new Function(String.fromCharCode(...codes))()', 'new Function('],
      ['require("child_process").exec(Buffer.from("bHM=", "base64").toString())', 'require("child_process").exec('],
      ['const z = require("zlib"); eval(z.inflateSync(Buffer.from(x, "base64")).toString())', 'eval(z.'],
    ],
    evasions: [
      ['const d = atob; const run = globalThis["ev" + "al"]; const s = d(p); run(s)', 'run(s)'],
      ['const un = (s) => Buffer.from(s, "hex").toString(); setTimeout(un("616c657274283129"), 0)', 'setTimeout(un('],
      ['[1].map.constructor.constructor(unescape("%61%6c"))()', '[1].map.constructor'],
    ],
    harmless: [
      'const text = atob(input); console.log(text)',
      'const image = Buffer.from(data, "base64"); require("fs").writeFileSync("a.png", image)',
    ],
  },
  {
    rule: 'javascript/hidden-name',
    dangers: [
      ['require("child_" + "process")', 'require("child_" + "process")'],
      ['global["pro" + "cess"].exit()', 'global["pro" + "cess"]'],
      ['"".constructor.constructor("return process")()', '"".constructor.constructor'],
    ],
    evasions: [
      ['require("\\x63\\x68\\x69\\x6c\\x64_process")', 'require("\\x63'],
      ['const t = ["eval", "fs"]; window[t[0]]("1")', 'window[t[0]]'],
      ['require(["f", "s"].join(""))', 'require(["f"'],
    ],
    harmless: [
      'const fs = require("fs"); const method = "read" + "File"; object[method]()',
      'const key = "exec"; const m = table[key]',
      'this.constructor.name',
    ],
  },
  {
    rule: 'javascript/packed-code',
    dangers: [
      ['eval(function(p,a,c,k,e,d){return p}("0 1",2,2,"a|b".split("|"),0,{}))', 'eval(function(p,a,c,k,e,d)'],
      [table, '_0x1a2b'],
    ],
    evasions: [
      ['const s = "\\x63\\x68\\x69\\x6c\\x64\\x5f\\x70\\x72"', '"\\x63'],
      [`${'[][(![]+[])[+[]]+([![]]+[][[]])[+!+[]+[+[]]]]'.repeat(8)}()`, '[][(!'],
    ],
    harmless: [
      'const bytes = "\\x00\\x01\\x02\\xff\\xfe\\x80\\x90"; const color = "\\x1b[31m"',
      'const matrix = [[1, 0], [0, 1]]; const flags = [!0, !1]',
    ],
  },
  {
    rule: 'javascript/encoded-text',
    dangers: [[`const data = "${encoded}"`, `"${encoded}`]],
    evasions: [[`const data = \`${encoded}\``, `\`${encoded}`]],
    harmless: [`const text = "${'a sentence, with words. '.repeat(40)}"`],
  },
]
