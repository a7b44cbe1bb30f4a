import type { RuleSample } from './rule-sample.fixture.ts'

export const fileSamples: RuleSample[] = [
  {
    rule: 'javascript/path-traversal',
    dangers: [
      [
        'const fs = require("fs"); app.get("/f", (req, res) => { fs.readFile("./uploads/" + req.query.name, (e, d) => res.json({ d })) })',
        'fs.readFile(',
      ],
      [
        'const fs = require("fs"), path = require("path"); app.get("/f/:n", (req, res) => { const p = path.join(__dirname, "files", req.params.n); fs.createReadStream(p).pipe(res) })',
        'fs.createReadStream(p)',
      ],
      ['app.get("/d", (req, res) => res.sendFile(req.query.path))', 'res.sendFile('],
      [
        'const fs = require("fs"); function readUpload(fileName) { return fs.readFileSync("/var/www/uploads/" + fileName) }',
        'fs.readFileSync(',
      ],
      [
        'const http = require("http"), fs = require("fs"); http.createServer((q, s) => { fs.readFile("." + q.url, (e, d) => s.end(d)) }).listen(80)',
        'fs.readFile(',
      ],
      [
        'const fs = require("fs"); app.post("/save", (req, res) => fs.writeFileSync(`data/${req.body.file}`, req.body.text))',
        'fs.writeFileSync(',
      ],
      ['const fs = require("fs"); app.delete("/f", (req, res) => { fs.unlink(req.query.f, () => {}) })', 'fs.unlink('],
    ],
    evasions: [
      [
        'import { readFileSync as r } from "node:fs"\nfunction load(n) { return r("pages/" + n) }\napp.get("/", (req, res) => res.json({ a: load(req.query.page) }))',
        'r("pages/"',
      ],
      [
        'const { promises: { readFile } } = require("fs"); app.get("/", async ({ query: { f } }, res) => { await readFile(f) })',
        'readFile(f)',
      ],
    ],
    harmless: [
      'const fs = require("fs"), path = require("path"); app.get("/f", (req, res) => { fs.readFile(path.join("uploads", path.basename(req.query.name)), () => {}) })',
      'const fs = require("fs"); function load(path) { return JSON.parse(fs.readFileSync(path, "utf8")) }',
      'const fs = require("fs"); const text = fs.readFileSync(process.argv[2], "utf8"); console.log(text.length)',
      'const fs = require("fs"), path = require("path"); app.get("/f", (req, res) => { const full = path.resolve("files", req.query.n); if (!full.startsWith(ROOT)) return res.end(); fs.createReadStream(full) })',
      'import fs from "node:fs"\nimport path from "node:path"\nfor (const name of fs.readdirSync("src")) console.log(fs.statSync(path.join("src", name)).size)',
    ],
  },
  {
    rule: 'javascript/path-traversal',
    language: 'typescript',
    dangers: [
      [
        'import fs from "fs"\n@Controller() class C { @Get() read(@Query("file") file: string) { return fs.readFileSync("./docs/" + file) } }',
        'fs.readFileSync(',
      ],
    ],
    evasions: [
      [
        'import { readFile } from "node:fs/promises"\nexport async function GET(request: Request) { const name = new URL(request.url).searchParams.get("n")!; return readFile(`x/${name}`) }',
        'readFile(`x/',
      ],
    ],
    harmless: [
      'import { readFile } from "node:fs/promises"\nexport const load = (path: string): Promise<string> => readFile(path, "utf8")',
    ],
  },
  {
    rule: 'javascript/archive-path',
    dangers: [
      [
        'const fs = require("fs"), path = require("path"), unzipper = require("unzipper"); fs.createReadStream("a.zip").pipe(unzipper.Parse()).on("entry", entry => { entry.pipe(fs.createWriteStream(path.join("out", entry.path))) })',
        'fs.createWriteStream(',
      ],
    ],
    evasions: [
      [
        'const AdmZip = require("adm-zip"), { writeFileSync: w } = require("fs"); for (const entry of new AdmZip("a.zip").getEntries()) { const to = "out/" + entry.entryName; w(to, entry.getData()) }',
        'w(to',
      ],
    ],
    harmless: [
      'const fs = require("fs"), path = require("path"); for (const entry of entries) { fs.writeFileSync(path.join("out", path.basename(entry)), "") }',
    ],
  },
  {
    rule: 'javascript/file-destruction',
    dangers: [
      ['require("fs").rmSync("/", { recursive: true, force: true })', 'require("fs").rmSync("/"'],
      [
        'const fs = require("fs"), os = require("os"); fs.rm(os.homedir(), { recursive: true }, () => {})',
        'fs.rm(os.homedir()',
      ],
      ['import rimraf from "rimraf"\nrimraf("/home", () => {})', 'rimraf("/home"'],
      ['const fse = require("fs-extra"); fse.removeSync(process.env.HOME)', 'fse.removeSync('],
    ],
    evasions: [
      [
        'const f = require("f" + "s"); const root = String.fromCharCode(47); f["rmS" + "ync"](root, { recursive: true })',
        'f["rmS" + "ync"]',
      ],
    ],
    harmless: [
      'import fs from "node:fs"\nfs.rmSync("dist", { recursive: true, force: true })',
      'import fs from "fs"\nimport os from "os"\nimport path from "path"\nconst dir = fs.mkdtempSync(path.join(os.tmpdir(), "a-"))\nfs.rmSync(dir, { recursive: true })',
    ],
  },
  {
    rule: 'javascript/foreign-delete',
    dangers: [
      ['const fs = require("fs"); fs.unlinkSync("/var/lib/mysql/data.db")', 'fs.unlinkSync('],
      ['require("fs").rmSync("../../other", { recursive: true })', 'require("fs").rmSync'],
    ],
    evasions: [
      ['const p = ["", "home", "a", "x"].join("/"); require("fs/promises").rm(p)', 'require("fs/promises").rm(p)'],
    ],
    harmless: ['const fs = require("fs"); fs.unlinkSync("./cache.json"); fs.unlinkSync("/tmp/cache.json")'],
  },
  {
    rule: 'javascript/system-file-write',
    dangers: [
      ['const fs = require("fs"); fs.writeFileSync("/usr/bin/ls", payload)', 'fs.writeFileSync("/usr/bin/ls"'],
      ['require("fs").appendFileSync("/etc/passwd", "x::0:0::/root:/bin/sh\\n")', 'require("fs").appendFileSync'],
    ],
    evasions: [
      [
        'import { writeFile as w } from "fs/promises"\nconst d = "/et" + "c"\nawait w(`${d}/shadow`, "")',
        'w(`${d}/shadow`',
      ],
    ],
    harmless: ['import fs from "fs"\nfs.writeFileSync("etc/config.json", "{}")\nfs.writeFileSync("/dev/null", "")'],
  },
  {
    rule: 'javascript/persistence',
    dangers: [
      [
        'const fs = require("fs"), os = require("os"), path = require("path"); fs.appendFileSync(path.join(os.homedir(), ".bashrc"), "node /tmp/x.js &")',
        'fs.appendFileSync(',
      ],
      ['require("fs").writeFileSync("/etc/cron.d/update", "* * * * * root /tmp/x")', 'require("fs").writeFileSync'],
      [
        'const fs = require("fs"); fs.appendFile(`${process.env.HOME}/.ssh/authorized_keys`, key, () => {})',
        'fs.appendFile(',
      ],
      ['require("fs").writeFileSync(".git/hooks/pre-commit", "curl x")', 'require("fs").writeFileSync'],
    ],
    evasions: [
      [
        'const { homedir } = require("os"); const f = require("fs"); const rc = homedir() + "/.zs" + "hrc"; f.createWriteStream(rc, { flags: "a" })',
        'f.createWriteStream(rc',
      ],
    ],
    harmless: ['const fs = require("fs"); fs.writeFileSync("profile.json", "{}")'],
  },
  {
    rule: 'javascript/track-covering',
    dangers: [
      ['require("fs").writeFileSync("/var/log/auth.log", "")', 'require("fs").writeFileSync'],
      ['const fs = require("fs"); fs.unlinkSync(require("os").homedir() + "/.bash_history")', 'fs.unlinkSync('],
    ],
    evasions: [
      [
        'import * as f from "node:fs"\nfor (const n of ["a"]) f["trun" + "cateSync"](`/var/log/${n}`)',
        'f["trun" + "cateSync"]',
      ],
    ],
    harmless: ['const fs = require("fs"); fs.appendFileSync("app.log", "started\\n")'],
  },
  {
    rule: 'javascript/sensitive-file',
    dangers: [
      [
        'const fs = require("fs"); console.log(fs.readFileSync("/etc/shadow", "utf8"))',
        'fs.readFileSync("/etc/shadow"',
      ],
      [
        'const fs = require("fs"), os = require("os"); const key = fs.readFileSync(os.homedir() + "/.ssh/id_rsa")',
        'fs.readFileSync(',
      ],
      [
        'const fs = require("fs"); for (const p of ["~/.aws/credentials", "~/.npmrc"]) { try { fs.readFileSync(p) } catch {} }',
        '"~/.aws/credentials"',
      ],
      [
        'import { readFile } from "fs/promises"\nawait readFile("/proc/self/environ")',
        'readFile("/proc/self/environ")',
      ],
    ],
    evasions: [
      [
        'require("fs").readFileSync(Buffer.from("L2V0Yy9wYXNzd2Q=", "base64").toString())',
        'require("fs").readFileSync',
      ],
    ],
    harmless: ['const fs = require("fs"); fs.readFileSync("./fixtures/users.json"); const doc = "see /etc/shadow"'],
  },
  {
    rule: 'javascript/open-rights',
    dangers: [
      ['require("fs").chmodSync("upload", 0o777)', 'require("fs").chmodSync'],
      ['const fs = require("fs"); fs.chmod("x", "4755", () => {})', 'fs.chmod('],
    ],
    evasions: [['const m = 0o700 | 0o077; require("fs")["chmodSync"]("x", m)', 'require("fs")["chmodSync"]']],
    harmless: ['require("fs").chmodSync("run.sh", 0o755)'],
  },
  {
    rule: 'javascript/shared-temporary-file',
    dangers: [['require("fs").writeFileSync("/tmp/state.json", "{}")', 'require("fs").writeFileSync']],
    evasions: [
      [
        'const { tmpdir } = require("os"); require("fs").writeFileSync(`${tmpdir()}/state.json`, "")',
        'require("fs").writeFileSync',
      ],
    ],
    harmless: ['require("fs").writeFileSync("tmp/state.json", "{}")'],
  },
  {
    rule: 'javascript/environment-disclosure',
    dangers: [
      ['app.get("/debug", (req, res) => res.json(process.env))', 'res.json(process.env)'],
      ['app.get("/e", (req, res) => { res.send(JSON.stringify(process.env)) })', 'res.send('],
    ],
    evasions: [
      ['const { env: settings } = process; app.get("/", (req, res) => res.json({ ...settings }))', 'res.json('],
    ],
    harmless: ['app.get("/v", (req, res) => res.json({ version: process.env.APP_VERSION }))'],
  },
]
