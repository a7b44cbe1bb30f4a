import type { RuleSample } from './rule-sample.fixture.ts'

export const querySamples: RuleSample[] = [
  {
    rule: 'javascript/sql-injection',
    dangers: [
      [
        'app.get("/u", (req, res) => { db.query("SELECT * FROM users WHERE id = " + req.query.id, done) })',
        'db.query(',
      ],
      ["function find(name) { return pool.query(`SELECT * FROM users WHERE name = '${name}'`) }", 'pool.query('],
      [
        'async function login(user, pass) { const sql = "SELECT * FROM u WHERE n = \'" + user + "\' AND p = \'" + pass + "\'"; const rows = await connection.execute(sql); return rows }',
        'connection.execute(sql)',
      ],
      [
        'const db = new (require("better-sqlite3"))("a.db"); function del(id) { db.prepare("DELETE FROM t WHERE id = " + id).run() }',
        'db.prepare(',
      ],
      [
        'app.get("/", async (req) => prisma.$queryRawUnsafe(`SELECT * FROM a WHERE b = ${req.query.b}`))',
        'prisma.$queryRawUnsafe(',
      ],
      ['function q(col) { return knex("t").whereRaw("name = \'" + col + "\'") }', 'knex("t").whereRaw('],
      [
        'app.get("/", (req, res) => { let sql = "SELECT * FROM t WHERE 1=1"; if (req.query.a) sql += " AND a = \'" + req.query.a + "\'"; db.all(sql, cb) })',
        'db.all(sql',
      ],
      [
        'const sqlite3 = require("sqlite3"); const d = new sqlite3.Database("x"); d.get("SELECT * FROM u WHERE n = \'" + process.argv[2] + "\'", cb)',
        'd.get(',
      ],
    ],
    evasions: [
      [
        'const parts = ["SELECT * FROM users WHERE name = \'"]; function f(n) { const s = ["SELECT * FROM users WHERE name = ", n].join(""); db["que" + "ry"](s) }',
        'db["que" + "ry"](s)',
      ],
      [
        'function f(n) { const s = "SELECT * FROM users WHERE n = ".concat(n); db.query.call(db, s) }',
        'db.query.call(',
      ],
      [
        'const f = (n) => { const text = `SELECT * FROM a WHERE n=${n}`; client.query({ text, values: [] }) }',
        'client.query(',
      ],
    ],
    harmless: [
      'function find(id) { return pool.query("SELECT * FROM users WHERE id = $1", [id]) }',
      'const rows = await sql`SELECT * FROM users WHERE id = ${id}`',
      'const TABLE = "users"; db.query(`SELECT * FROM ${TABLE} WHERE id = ?`, [id])',
      'function page(n) { return db.query("SELECT * FROM t LIMIT " + Number(n)) }',
      'console.log("Select a file from the list: " + name)',
    ],
  },
  {
    rule: 'javascript/sql-injection',
    language: 'typescript',
    dangers: [
      [
        "export class Users { constructor(private readonly db: Pool) {} find(name: string) { return this.db.query(`SELECT * FROM users WHERE name = '${name}'`) } }",
        'this.db.query(',
      ],
    ],
    evasions: [
      [
        'const run = async (n: string) => { const s: string = ("SELECT * FROM t WHERE a = \'" + n + "\'") as string; await (db as any).raw(s!) }',
        '(db as any).raw(',
      ],
    ],
    harmless: ['export const page = (n: number) => db.query(`SELECT * FROM t LIMIT ${n}`, [])'],
  },
  {
    rule: 'javascript/nosql-injection',
    dangers: [
      [
        'app.post("/login", async (req, res) => { const u = await User.findOne({ name: req.body.name, password: req.body.password }) })',
        'User.findOne(',
      ],
      ['app.get("/", (req, res) => { db.collection("a").find(req.query) })', 'db.collection("a").find('],
      ['app.get("/", (req, res) => { users.find({ $where: "this.name == \'" + req.query.n + "\'" }) })', '{ $where:'],
    ],
    evasions: [
      [
        'app.post("/", async ({ body }, res) => { const { password } = body; const filter = { password }; await Users["find" + "One"](filter) })',
        'Users["find" + "One"]',
      ],
    ],
    harmless: [
      'app.post("/login", async (req, res) => { const u = await User.findOne({ name: String(req.body.name) }) })',
      'const user = users.find((u) => u.id === id)',
    ],
  },
  {
    rule: 'javascript/destructive-sql',
    dangers: [
      ['db.query("DROP TABLE users")', 'db.query('],
      ['db.exec("DELETE FROM logs")', 'db.exec('],
      ['db.query("DROP DATABASE prod")', 'db.query('],
    ],
    evasions: [['db.query(["DR", "OP TABLE a"].join(""))', 'db.query(']],
    harmless: ['db.query("DELETE FROM logs WHERE id = ?", [id])'],
  },
  {
    rule: 'javascript/sql-host-access',
    dangers: [
      ['db.query("EXEC xp_cmdshell \'whoami\'")', '"EXEC xp_cmdshell'],
      ['db.query("SELECT 1 INTO OUTFILE \'/var/www/x.php\'")', '"SELECT 1 INTO OUTFILE'],
    ],
    evasions: [['db.query(`EXEC ${"xp_"}cmdshell \'id\'`)', '`EXEC']],
    harmless: ['db.query("INSERT INTO files VALUES (1)")'],
  },
  {
    rule: 'javascript/directory-injection',
    dangers: [
      ['function find(user) { client.search("dc=x", { filter: "(uid=" + user + ")" }) }', '"(uid=" + user'],
      ["const f = (n) => xpath.select(`//user[name='${n}']`, doc)", '`//user'],
    ],
    evasions: [
      ['function f(n) { const filter = `(&(cn=${n})(objectClass=person))`; client.search(b, { filter }) }', '`(&(cn='],
    ],
    harmless: ['client.search("dc=x", { filter: "(objectClass=person)" })'],
  },
]
