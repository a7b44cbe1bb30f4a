import { lines, type RuleSample } from './sample.fixture.ts'

export const ruffSamples: RuleSample[] = [
  {
    rule: 'ruff/S107',
    dangerous: [lines('def log_in(user, password="hunter2-prod"):', '    return user'), '"hunter2-prod"'],
    evasion: [lines('def log_in(user, *, db_password="hunter2-prod"):', '    return user'), '"hunter2-prod"'],
    harmless: lines('def log_in(user, password=None):', '    return user'),
  },
  {
    rule: 'ruff/S108',
    dangerous: [lines('open("/tmp/state.txt", "w")'), '"/tmp/state.txt"'],
    evasion: [lines('path = "/var/tmp/x"', 'open(path, "w")'), '"/var/tmp/x"'],
    harmless: lines('import tempfile', 'tempfile.TemporaryFile()'),
  },
  {
    rule: 'ruff/S113',
    dangerous: [lines('import requests', 'requests.get("https://example.org")'), 'requests.get'],
    evasion: [lines('from requests import get as g', 'g("https://example.org", timeout=None)'), 'timeout=None'],
    harmless: lines('import requests', 'requests.get("https://example.org", timeout=5)'),
  },
  {
    rule: 'ruff/S310',
    dangerous: [
      lines('import urllib.request', 'def read(url):', '    return urllib.request.urlopen(url)'),
      'urllib.request.urlopen(url)',
    ],
    evasion: [lines('from urllib.request import urlopen as u', 'def read(url):', '    return u(url)'), 'u(url)'],
    harmless: lines('import urllib.request', 'urllib.request.urlopen("https://example.org")'),
  },
  {
    rule: 'ruff/S503',
    dangerous: [
      lines('import ssl', 'def wrap(version=ssl.PROTOCOL_SSLv3):', '    return version'),
      'ssl.PROTOCOL_SSLv3',
    ],
    evasion: [
      lines('import ssl as s', 'def wrap(*, version=s.PROTOCOL_SSLv2):', '    return version'),
      's.PROTOCOL_SSLv2',
    ],
    harmless: lines('import ssl', 'def wrap(version=ssl.PROTOCOL_TLS_CLIENT):', '    return version'),
  },
  {
    rule: 'ruff/S508',
    dangerous: [lines('from pysnmp.hlapi import CommunityData', 'CommunityData("public", mpModel=0)'), 'mpModel=0'],
    evasion: [lines('from pysnmp.hlapi import CommunityData as C', 'C("public", mpModel=1)'), 'mpModel=1'],
    harmless: lines(
      'from pysnmp.hlapi import UsmUserData',
      'def user(name, a, p):',
      '    return UsmUserData(name, a, p)',
    ),
  },
  {
    rule: 'ruff/S509',
    dangerous: [lines('from pysnmp.hlapi import UsmUserData', 'UsmUserData("name")'), 'UsmUserData'],
    evasion: [lines('from pysnmp.hlapi import UsmUserData as U', 'U("name")'), 'U'],
    harmless: lines(
      'from pysnmp.hlapi import UsmUserData',
      'def user(name, a, p):',
      '    return UsmUserData(name, a, p)',
    ),
  },
  {
    rule: 'ruff/S608',
    dangerous: [
      lines('def query(name):', '    return "SELECT * FROM users WHERE name = \'" + name + "\'"'),
      '"SELECT * FROM users WHERE name = \'" + name + "\'"',
    ],
    evasion: [
      lines('def query(name):', '    return f"SELECT * FROM users WHERE name = \'{name}\'"'),
      'f"SELECT * FROM users WHERE name = \'{name}\'"',
    ],
    harmless: lines('def query():', '    return "SELECT * FROM users WHERE name = ?"'),
  },
  {
    rule: 'ruff/S609',
    dangerous: [lines('import os', 'os.system("tar cf x.tar *")'), '"tar cf x.tar *"'],
    evasion: [lines('import subprocess as s', 's.Popen("chown root:root *", shell=True)'), '"chown root:root *"'],
    harmless: lines('import os', 'os.system("tar cf x.tar folder")'),
  },
  {
    rule: 'ruff/S610',
    dangerous: [
      lines(
        'from django.contrib.auth.models import User',
        'def find(text):',
        '    return User.objects.filter(id=1).extra(where=[text])',
      ),
      '(where=[text])',
    ],
    evasion: [
      lines(
        'from django.contrib.auth.models import User as U',
        'def find(text):',
        '    return U.objects.extra(select={"x": text})',
      ),
      '(select={"x": text})',
    ],
    harmless: lines('from django.contrib.auth.models import User', 'User.objects.filter(id=1)'),
  },
  {
    rule: 'ruff/S611',
    dangerous: [
      lines('from django.db.models.expressions import RawSQL', 'def find(text):', '    return RawSQL(text, [])'),
      'RawSQL',
    ],
    evasion: [
      lines('from django.db.models.expressions import RawSQL as R', 'def find(text):', '    return R(text, [])'),
      'R',
    ],
    harmless: lines('from django.db.models.expressions import RawSQL', 'RawSQL("select 1", [])'),
  },
  {
    rule: 'ruff/S612',
    dangerous: [lines('import logging.config', 'logging.config.listen(9999)'), 'logging.config.listen'],
    evasion: [lines('from logging.config import listen as l', 'l(9999)'), 'l'],
    harmless: lines('import logging.config', 'logging.config.dictConfig({"version": 1})'),
  },
  {
    rule: 'ruff/S704',
    dangerous: [lines('from markupsafe import Markup', 'def show(text):', '    return Markup(text)'), 'Markup(text)'],
    evasion: [
      lines('from markupsafe import Markup as M', 'def show(text):', '    return M(f"<b>{text}</b>")'),
      'M(f"<b>{text}</b>")',
    ],
    harmless: lines('from markupsafe import Markup', 'Markup("<b>ready</b>")'),
  },
]
