import type { RuleSample } from './rule-sample.fixture.ts'

export const webSamples: RuleSample[] = [
  {
    rule: 'javascript/html-injection',
    dangers: [
      [
        'document.getElementById("out").innerHTML = location.hash.slice(1)',
        'document.getElementById("out").innerHTML =',
      ],
      ['function show(name) { box.innerHTML = "<b>" + name + "</b>" }', 'box.innerHTML ='],
      ['document.write("<p>" + new URLSearchParams(location.search).get("q") + "</p>")', 'document.write('],
      [
        'fetch("/c").then(r => r.text()).then(html => { list.insertAdjacentHTML("beforeend", html) })',
        'list.insertAdjacentHTML(',
      ],
      ['$("#x").html(location.search)', '$("#x").html('],
      [
        'window.addEventListener("message", (event) => { document.body.innerHTML = event.data })',
        'document.body.innerHTML =',
      ],
    ],
    evasions: [['const k = "inner" + "HTML"; el[k] = decodeURIComponent(window["location"].hash)', 'el[k] =']],
    harmless: [
      'box.textContent = location.hash',
      'box.innerHTML = DOMPurify.sanitize(location.hash)',
      'box.innerHTML = "<b>done</b>"',
      'list.innerHTML = ""',
    ],
  },
  {
    rule: 'javascript/html-injection',
    dangers: [
      [
        'import { useSearchParams } from "react-router-dom"\nexport function Note() { const [query] = useSearchParams(); return <p dangerouslySetInnerHTML={{ __html: query.get("text") }} /> }',
        '{ __html: query.get("text") }',
      ],
      ['function Comment({ text }) { return <div dangerouslySetInnerHTML={{ __html: text }} /> }', '{ __html: text }'],
    ],
    evasions: [
      [
        'const C = (props) => { const h = props.body; const o = { __html: `<p>${h}</p>` }; return <p dangerouslySetInnerHTML={o} /> }',
        '{ __html: `<p>${h}</p>` }',
      ],
    ],
    harmless: ['function Comment({ text }) { return <div className="c">{text}</div> }'],
  },
  {
    rule: 'javascript/reflected-input',
    dangers: [
      ['app.get("/hi", (req, res) => { res.send("<h1>Hello " + req.query.name + "</h1>") })', 'res.send('],
      ['require("http").createServer((req, res) => { res.end(`<p>${req.url}</p>`) })', 'res.end('],
    ],
    evasions: [
      [
        'app.get("/", ({ query }, response) => { const page = ["<b>", query.q, "</b>"].join(""); response["send"](page) })',
        'response["send"](page)',
      ],
    ],
    harmless: [
      'app.get("/hi", (req, res) => { res.json({ name: req.query.name }) })',
      'app.get("/hi", (req, res) => { res.send("<h1>" + escapeHtml(req.query.name) + "</h1>") })',
    ],
  },
  {
    rule: 'javascript/open-redirect',
    dangers: [
      ['app.get("/go", (req, res) => res.redirect(req.query.next))', 'res.redirect('],
      ['location.href = new URLSearchParams(location.search).get("next")', 'location.href ='],
      ['app.get("/go", (req, res) => { res.writeHead(302, { Location: req.query.u }); res.end() })', 'res.writeHead('],
    ],
    evasions: [
      [
        'app.get("/", (request, reply) => { const { to: target } = request.query; reply["redirect"](302, target) })',
        'reply["redirect"]',
      ],
    ],
    harmless: ['app.get("/go", (req, res) => res.redirect("/users/" + req.params.id))', 'location.href = "/login"'],
  },
  {
    rule: 'javascript/template-injection',
    dangers: [
      [
        'const ejs = require("ejs"); app.get("/", (req, res) => { const html = ejs.render(req.query.tpl, {}); res.json({ html }) })',
        'ejs.render(',
      ],
      [
        'import Handlebars from "handlebars"\napp.post("/", (req, res) => { Handlebars.compile(req.body.source)({}) })',
        'Handlebars.compile(req.body.source)',
      ],
    ],
    evasions: [
      [
        'import { renderString as r } from "nunjucks"\napp.post("/", (req) => { const t = "Hi " + req.body.name; r(t, {}) })',
        'r(t, {})',
      ],
    ],
    harmless: [
      'const ejs = require("ejs"); app.get("/", (req, res) => { ejs.render("<p><%= name %></p>", { name: req.query.name }) })',
    ],
  },
  {
    rule: 'javascript/message-to-anyone',
    dangers: [['parent.postMessage(data, "*")', 'parent.postMessage(data, "*")']],
    evasions: [
      [
        'const any = String.fromCharCode(42); frame.contentWindow["postMessage"](x, any)',
        'frame.contentWindow["postMessage"]',
      ],
    ],
    harmless: ['parent.postMessage(data, "https://a.test")', 'worker.postMessage({ a: 1 })'],
  },
  {
    rule: 'javascript/open-cors',
    dangers: [
      ['app.use(require("cors")({ origin: "*", credentials: true }))', 'require("cors")({'],
      [
        'app.use((req, res, next) => { res.setHeader("Access-Control-Allow-Origin", req.headers.origin); res.setHeader("Access-Control-Allow-Credentials", "true"); next() })',
        'res.setHeader("Access-Control-Allow-Origin"',
      ],
    ],
    evasions: [
      ['import c from "cors"\nconst options = { origin: !0, credentials: !0 }\napp.use(c(options))', 'c(options)'],
    ],
    harmless: [
      'app.use(require("cors")({ origin: "https://a.test", credentials: true }))',
      'app.use(require("cors")())',
    ],
  },
  {
    rule: 'javascript/header-injection',
    dangers: [['app.get("/", (req, res) => { res.setHeader("X-Name", req.query.name) })', 'res.setHeader(']],
    evasions: [
      ['app.get("/", (req, r) => { const v = `a${req.query.n}`; r["setHeader"]("X-A", v) })', 'r["setHeader"]'],
    ],
    harmless: ['app.get("/", (req, res) => { res.setHeader("X-Count", String(items.length)) })'],
  },
  {
    rule: 'javascript/open-cookie',
    dangers: [['app.get("/", (req, res) => { res.cookie("sid", id) })', 'res.cookie(']],
    evasions: [
      [
        'app.get("/", (req, res) => { const o = { httpOnly: !1, secure: !0 }; res["cookie"]("sid", id, o) })',
        'res["cookie"]',
      ],
    ],
    harmless: [
      'app.get("/", (req, res) => { res.cookie("sid", id, { httpOnly: true, secure: true, sameSite: "lax" }) })',
    ],
  },
  {
    rule: 'javascript/mass-assignment',
    dangers: [['app.post("/", async (req, res) => { await User.create(req.body) })', 'User.create(req.body)']],
    evasions: [
      ['app.post("/", (req, res) => { const { body: fields } = req; new User(fields).save() })', 'new User(fields)'],
    ],
    harmless: ['app.post("/", async (req, res) => { await User.create({ name: String(req.body.name) }) })'],
  },
]
