import type { RuleSample } from './rule-sample.fixture.ts'

export const cryptographySamples: RuleSample[] = [
  {
    rule: 'javascript/weak-hash',
    dangers: [
      [
        'const crypto = require("crypto"); function hashPassword(password) { return crypto.createHash("md5").update(password).digest("hex") }',
        'crypto.createHash("md5")',
      ],
      ['import CryptoJS from "crypto-js"\nconst h = CryptoJS.MD5(password)', 'CryptoJS.MD5(password)'],
    ],
    evasions: [
      ['const { createHash: h } = require("node:crypto"); const a = ["md", 5].join(""); h(a).update("x")', 'h(a)'],
    ],
    harmless: [
      'const crypto = require("crypto"); crypto.createHash("sha256").update(data).digest("hex")',
      'const crypto = require("crypto"); const etag = crypto.createHash("md5").update(file).digest("hex")',
    ],
  },
  {
    rule: 'javascript/weak-cipher',
    dangers: [
      ['const crypto = require("crypto"); crypto.createCipher("aes-256-cbc", key)', 'crypto.createCipher('],
      ['const crypto = require("crypto"); crypto.createCipheriv("des-cbc", key, iv)', 'crypto.createCipheriv('],
      ['require("crypto").createCipheriv("aes-128-ecb", key, null)', 'require("crypto").createCipheriv'],
      ['const C = require("crypto-js"); C.TripleDES.encrypt(text, key)', 'C.TripleDES.encrypt('],
    ],
    evasions: [
      [
        'const c = require("cry" + "pto"); const a = "aes-256-" + "ecb"; c["createCipheriv"](a, key, "")',
        'c["createCipheriv"]',
      ],
    ],
    harmless: [
      'const crypto = require("crypto"); const iv = crypto.randomBytes(12); crypto.createCipheriv("aes-256-gcm", key, iv)',
    ],
  },
  {
    rule: 'javascript/fixed-key',
    dangers: [
      ['const jwt = require("jsonwebtoken"); const t = jwt.sign({ id }, "my-secret")', 'jwt.sign('],
      [
        'const crypto = require("crypto"); const iv = Buffer.alloc(16); crypto.createCipheriv("aes-256-cbc", key, iv)',
        'crypto.createCipheriv(',
      ],
      ['const session = require("express-session"); app.use(session({ secret: "keyboard cat" }))', 'session({'],
    ],
    evasions: [
      [
        'const KEY = Buffer.from("c2VjcmV0", "base64").toString(); require("jsonwebtoken")["sign"]({ a: 1 }, KEY)',
        'require("jsonwebtoken")["sign"]',
      ],
    ],
    harmless: ['const jwt = require("jsonwebtoken"); const t = jwt.sign({ id }, process.env.JWT_SECRET)'],
  },
  {
    rule: 'javascript/insecure-randomness',
    dangers: [
      ['const token = Math.random().toString(36).slice(2)', 'Math.random()'],
      [
        'function generatePassword() { let s = ""; for (let i = 0; i < 9; i++) s += chars[Math.floor(Math.random() * 9)]; return s }',
        'Math.random()',
      ],
      ['user.resetToken = String(Math.random())', 'Math.random()'],
    ],
    evasions: [['const { random: r } = Math; const sessionId = r().toString(16)', 'r()']],
    harmless: [
      'const dice = 1 + Math.floor(Math.random() * 6)',
      'const token = require("crypto").randomUUID()',
      'function shuffle(list) { return list.sort(() => Math.random() - 0.5) }',
    ],
  },
  {
    rule: 'javascript/unchecked-token',
    dangers: [
      ['const jwt = require("jsonwebtoken"); jwt.verify(token, key, { algorithms: ["none"] })', 'jwt.verify('],
      ['require("jsonwebtoken").verify(t, null)', 'require("jsonwebtoken").verify'],
      [
        'import jwt from "jsonwebtoken"\nexport const isAdmin = (req) => jwt.decode(req.cookies.session).admin',
        'jwt.decode(',
      ],
    ],
    evasions: [
      [
        'import { verify as v } from "jsonwebtoken"\nconst o = { algorithms: ["HS256", "none"] }\nv(t, k, o)',
        'v(t, k, o)',
      ],
    ],
    harmless: ['const jwt = require("jsonwebtoken"); jwt.verify(token, publicKey, { algorithms: ["RS256"] })'],
  },
  {
    rule: 'javascript/weak-key',
    dangers: [
      [
        'require("crypto").generateKeyPairSync("rsa", { modulusLength: 1024 })',
        'require("crypto").generateKeyPairSync',
      ],
      ['const crypto = require("crypto"); crypto.pbkdf2Sync(p, s, 1000, 32, "sha256")', 'crypto.pbkdf2Sync('],
    ],
    evasions: [
      [
        'import { generateKeyPair as g } from "crypto"\nconst bits = 2 ** 9\ng("rsa", { modulusLength: bits }, cb)',
        'g("rsa"',
      ],
    ],
    harmless: ['require("crypto").generateKeyPairSync("rsa", { modulusLength: 4096 })'],
  },
  {
    rule: 'javascript/hardcoded-password',
    dangers: [
      [
        'const mysql = require("mysql"); mysql.createConnection({ host: "db", user: "root", password: "hunter22" })',
        '"hunter22"',
      ],
      ['if (user.password === "admin123") login()', 'user.password === "admin123"'],
    ],
    evasions: [['const p = "hun" + "ter22"; const { Pool: P } = require("pg"); new P({ ["password"]: p })', 'p']],
    harmless: [
      'const { Pool } = require("pg"); new Pool({ password: process.env.PGPASSWORD })',
      'const form = { password: "Password", confirm: "Confirm password" }',
    ],
  },
]
