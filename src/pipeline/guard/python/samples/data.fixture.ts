import { lines, type RuleSample } from './sample.fixture.ts'

export const dataSamples: RuleSample[] = [
  {
    rule: 'python/unsafe-pickle',
    dangerous: [lines('import pickle', 'def restore(data):', '    return pickle.loads(data)'), 'pickle.loads(data)'],
    evasion: [
      lines(
        'import cPickle as p, base64',
        'from flask import request',
        'def restore():',
        '    return p.loads(base64.b64decode(request.cookies["state"]))',
      ),
      'p.loads(base64.b64decode(request.cookies["state"]))',
    ],
    harmless: lines(
      'import json, pickle',
      'def restore(data):',
      '    return json.loads(data)',
      'with open("cache.bin", "wb") as f:',
      '    pickle.dump({}, f)',
    ),
  },
  {
    rule: 'python/unsafe-yaml',
    dangerous: [
      lines('import yaml', 'def read(text):', '    return yaml.load(text, Loader=yaml.Loader)'),
      'yaml.load(text, Loader=yaml.Loader)',
    ],
    evasion: [
      lines(
        'from yaml import load as read_yaml, UnsafeLoader as L',
        'def read(text):',
        '    return read_yaml(text, L)',
      ),
      'read_yaml(text, L)',
    ],
    harmless: lines(
      'import yaml',
      'def read(text):',
      '    return yaml.load(text, Loader=yaml.SafeLoader), yaml.safe_load(text)',
    ),
  },
  {
    rule: 'python/xml-entities',
    dangerous: [
      lines('from lxml import etree', 'def read(text):', '    return etree.fromstring(text)'),
      'etree.fromstring(text)',
    ],
    evasion: [
      lines('from lxml.etree import XMLParser as P', 'parser = P(**{"resolve_entities": True})'),
      'P(**{"resolve_entities": True})',
    ],
    harmless: lines('from defusedxml.ElementTree import fromstring', 'def read(text):', '    return fromstring(text)'),
  },
  {
    rule: 'python/sql-injection',
    dangerous: [
      lines('def find(cursor, name):', '    cursor.execute(f"SELECT * FROM users WHERE name = \'{name}\'")'),
      'cursor.execute(f"SELECT * FROM users WHERE name = \'{name}\'")',
    ],
    evasion: [
      lines(
        'import sqlite3',
        'db = sqlite3.connect("a.db")',
        'def find(name):',
        '    parts = ["SELECT * FROM users WHERE name = \'", name, "\'"]',
        '    run = db.execute',
        '    run("".join(parts))',
      ),
      'run("".join(parts))',
    ],
    harmless: lines(
      'def find(cursor, names):',
      '    marks = ",".join("?" * len(names))',
      '    cursor.execute("SELECT * FROM users WHERE name = ?", (names[0],))',
      '    cursor.execute(f"SELECT * FROM users WHERE name IN ({marks})", names)',
    ),
  },
  {
    rule: 'python/destructive-sql',
    dangerous: [
      lines('def clean(cursor):', '    cursor.execute("DROP DATABASE shop")'),
      'cursor.execute("DROP DATABASE shop")',
    ],
    evasion: [
      lines('def clean(cursor):', '    verb = "DR" + "OP"', '    cursor.execute(verb + " SCHEMA public CASCADE")'),
      'cursor.execute(verb + " SCHEMA public CASCADE")',
    ],
    harmless: lines(
      'def clean(cursor, day):',
      '    cursor.execute("DELETE FROM logs WHERE day < ?", (day,))',
      '    cursor.execute("DROP TABLE IF EXISTS scratch")',
    ),
  },
  {
    rule: 'python/query-injection',
    dangerous: [
      lines('def find(connection, name):', '    return connection.search_s("dc=example", 2, "(uid=" + name + ")")'),
      'connection.search_s("dc=example", 2, "(uid=" + name + ")")',
    ],
    evasion: [
      lines(
        'def find(tree, name):',
        '    path = "//user[name=\'%s\']" % name',
        '    look = tree.xpath',
        '    return look(path)',
      ),
      'look(path)',
    ],
    harmless: lines(
      'import re',
      'def find(tree, name):',
      '    re.search("(uid=" + name, "x")',
      '    return tree.xpath("//user[name=$name]", name=name)',
    ),
  },
  {
    rule: 'python/password-in-call',
    dangerous: [
      lines('import psycopg2', 'psycopg2.connect(host="db", user="app", password="hunter2-prod")'),
      'psycopg2.connect(host="db", user="app", password="hunter2-prod")',
    ],
    evasion: [
      lines('import pymysql as m', 'key = "s3cr3t" + "-2024"', 'm.connect(host="db", passwd=key)'),
      'm.connect(host="db", passwd=key)',
    ],
    harmless: lines(
      'import os, psycopg2',
      'psycopg2.connect(host="db", password=os.environ["DB_PASSWORD"])',
      'psycopg2.connect(host="localhost", password="your_password")',
    ),
  },
  {
    rule: 'python/password-compared',
    dangerous: [
      lines('password = input()', 'if password == "letmein99":', '    print("in")'),
      'password == "letmein99"',
    ],
    evasion: [
      lines('MASTER = "letmein" + "99"', 'def check(password):', '    return password == MASTER'),
      'password == MASTER',
    ],
    harmless: lines('import hmac', 'def check(password, stored):', '    return hmac.compare_digest(password, stored)'),
  },
]
