import { lines, type RuleSample } from './sample.fixture.ts'

const FLASK = ['from flask import Flask, Response, make_response, redirect, request', 'app = Flask(__name__)']

export const responseSamples: RuleSample[] = [
  {
    rule: 'python/header-injection',
    dangerous: [
      lines(
        ...FLASK,
        '@app.route("/kind")',
        'def kind():',
        '    answer = Response("text")',
        '    answer.headers["Content-Type"] = request.args["kind"]',
        '    return answer',
      ),
      'answer.headers["Content-Type"] = request.args["kind"]',
    ],
    evasion: [
      lines(
        'from werkzeug.datastructures import Headers as H',
        'from flask import request as q',
        'def kind():',
        '    all = H()',
        '    put = all.add',
        '    put("X-Kind", q.form.get("kind"))',
      ),
      'put("X-Kind", q.form.get("kind"))',
    ],
    harmless: lines(
      ...FLASK,
      'KINDS = {"a": "text/plain"}',
      '@app.route("/kind")',
      'def kind():',
      '    answer = Response("text")',
      '    answer.headers["Content-Type"] = "text/plain"',
      '    return answer',
    ),
  },
  {
    rule: 'python/header-injection',
    dangerous: [
      lines(
        ...FLASK,
        '@app.route("/colour")',
        'def colour():',
        '    answer = make_response("set")',
        '    answer.set_cookie("colour", request.args["colour"])',
        '    return answer',
      ),
      'answer.set_cookie("colour", request.args["colour"])',
    ],
    evasion: [
      lines(
        'from django.http import HttpResponse as Answer',
        'def view(request):',
        '    answer = Answer("text")',
        '    answer["X-Name"] = "for " + request.GET["name"]',
        '    return answer',
      ),
      'answer["X-Name"] = "for " + request.GET["name"]',
    ],
    harmless: lines(
      ...FLASK,
      'import requests',
      '@app.route("/colour")',
      'def colour():',
      '    known = {}',
      '    known["colour"] = request.args["colour"]',
      '    session = requests.Session()',
      '    session.headers["X-Request-Id"] = request.headers["X-Request-Id"]',
      '    return {"colours": len(known)}',
    ),
  },
  {
    rule: 'python/open-redirect',
    dangerous: [
      lines(
        ...FLASK,
        '@app.route("/go")',
        'def go():',
        '    answer = Response("moved", 302)',
        '    answer.headers["Location"] = request.args["next"]',
        '    return answer',
      ),
      'answer.headers["Location"] = request.args["next"]',
    ],
    evasion: [
      lines(
        'from django.http import HttpResponse as Answer',
        'def go(request):',
        '    answer = Answer(status=302)',
        '    answer["loca" + "tion"] = request.GET.get("next")',
        '    return answer',
      ),
      'answer["loca" + "tion"] = request.GET.get("next")',
    ],
    harmless: lines(
      ...FLASK,
      '@app.route("/go")',
      'def go():',
      '    answer = Response("moved", 302)',
      '    answer.headers["Location"] = "/welcome"',
      '    return answer',
    ),
  },
  {
    rule: 'python/exposed-error',
    dangerous: [
      lines(
        ...FLASK,
        'import traceback',
        '@app.route("/work")',
        'def work():',
        '    try:',
        '        return compute()',
        '    except Exception:',
        '        return traceback.format_exc(), 500',
      ),
      'return traceback.format_exc(), 500',
    ],
    evasion: [
      lines(
        'def view(request):',
        '    try:',
        '        return compute()',
        '    except Exception as error:',
        '        return {"problem": f"failed: {error}"}',
      ),
      'return {"problem": f"failed: {error}"}',
    ],
    harmless: lines(
      'def convert(text):',
      '    try:',
      '        return int(text)',
      '    except ValueError as error:',
      '        return str(error)',
    ),
  },
  {
    rule: 'python/loose-cookie',
    dangerous: [
      lines(
        ...FLASK,
        'import secrets',
        '@app.route("/login")',
        'def login():',
        '    answer = make_response("in")',
        '    answer.set_cookie("sessionID", secrets.token_urlsafe(16))',
        '    return answer',
      ),
      'answer.set_cookie("sessionID", secrets.token_urlsafe(16))',
    ],
    evasion: [
      lines('def answer(response, value):', '    response.set_cookie(key="auth_" + "token", value=value, secure=True)'),
      'response.set_cookie(key="auth_" + "token", value=value, secure=True)',
    ],
    harmless: lines('def answer(response):', '    response.set_cookie("theme", "dark")'),
  },
  {
    rule: 'python/open-origin',
    dangerous: [
      lines(...FLASK, 'from flask_cors import CORS', 'CORS(app, origins="*", supports_credentials=True)'),
      'CORS(app, origins="*", supports_credentials=True)',
    ],
    evasion: [
      lines(
        'from fastapi import FastAPI as F',
        'from fastapi.middleware.cors import CORSMiddleware as C',
        'app = F()',
        'app.add_middleware(C, allow_origins=["*"], allow_credentials=1)',
      ),
      'app.add_middleware(C, allow_origins=["*"], allow_credentials=1)',
    ],
    harmless: lines(...FLASK, 'from flask_cors import CORS', 'CORS(app, origins="*")'),
  },
]
