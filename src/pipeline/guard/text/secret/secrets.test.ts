import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findInText, key, told } from '../find-in-text.fixture.ts'
import { providerForms } from './provider-forms.ts'

const LETTERS = 'aZ3kQ8mV1xR5yB7nC2wL9dF4hJ6sP0tGeUiOoIuYtRrEwWqQpPlLkKjJ'
const HEX = '0b5d8ce1f2a34967b8c1d2e3f4a5b6c70b5d8ce1f2a34967b8c1d2e3f4a5b6c7'

const keys: Record<string, string> = {
  'aws-key': key('AK', 'IA4X7QWJ2MZ5LD3HTR'),
  'aws-secret': key('aws_secret_access_key = "', LETTERS.slice(0, 40)),
  'google-key': key('AI', 'za', LETTERS.slice(0, 35)),
  'google-oauth': key('GOC', 'SPX-', LETTERS.slice(0, 28)),
  'azure-key': key('Account', 'Key=', LETTERS.slice(0, 44), '=='),
  'github-token': key('gh', 'p_', LETTERS.slice(0, 36)),
  'gitlab-token': key('gl', 'pat-', LETTERS.slice(0, 20)),
  'slack-token': key('xo', 'xb-', '210987654321-', LETTERS.slice(0, 24)),
  'slack-webhook': key('https://hooks.slack', '.com/services/T01AB2CD3/B04GH5IJ6/', LETTERS.slice(0, 24)),
  'stripe-key': key('sk_', 'live_', LETTERS.slice(0, 24)),
  'stripe-test-key': key('sk_', 'test_', LETTERS.slice(0, 24)),
  'twilio-key': key('S', 'K', HEX.slice(0, 32)),
  'sendgrid-key': key('S', 'G.', LETTERS.slice(0, 22), '.', LETTERS.slice(0, 43)),
  'mailgun-key': key('ke', 'y-', HEX.slice(0, 32)),
  'npm-token': key('np', 'm_', LETTERS.slice(0, 36)),
  'pypi-token': key('py', 'pi-', LETTERS),
  'openai-key': key('sk', '-proj-', LETTERS.slice(0, 48)),
  'anthropic-key': key('sk', '-ant-', 'api03-', LETTERS.slice(0, 40)),
  'huggingface-token': key('h', 'f_', LETTERS.slice(0, 34)),
  'telegram-token': key('123456789', ':AA', LETTERS.slice(0, 33)),
  'discord-token': key('M', LETTERS.slice(0, 23), '.', 'GhT7Qx', '.', LETTERS.slice(0, 27)),
  'discord-webhook': key('https://discord', '.com/api/webhooks/1104729183650273918/', LETTERS, LETTERS.slice(0, 10)),
  'shopify-token': key('shp', 'at_', HEX.slice(0, 32)),
  'digitalocean-token': key('do', 'p_v1_', HEX),
  'databricks-token': key('da', 'pi', HEX.slice(0, 32)),
  'vault-token': key('hv', 's.', LETTERS.slice(0, 30)),
  jwt: key('ey', 'JhbGciOiJIUzI1NiJ9', '.ey', 'JzdWIiOiIxMjM0NTY3ODkwIn0', '.', LETTERS.slice(0, 43)),
}

describe('the search for secrets in code', () => {
  it.each(providerForms)('finds $what, in one piece and in two, and never repeats it', ({ name, isWeak }) => {
    const whole = keys[name] as string
    const rule = `text/${name} ${isWeak ? 'medium' : 'high'}`
    expect(told(`send("${whole}")`)).toContain(rule)
    const middle = whole.length - 8
    expect(told(`send("${whole.slice(0, middle)}" + "${whole.slice(middle)}")`)).toContain(rule)
    const said = JSON.stringify(findInText(`send("${whole}")`))
    expect(said).not.toContain(whole.slice(-12))
  })

  it.each(providerForms)('lets text pass that only begins like $what', ({ name }) => {
    const whole = keys[name] as string
    expect(told(`see("${whole.slice(0, 7)}")`)).toEqual([])
    expect(told(`see("${'x'.repeat(40)}")`)).toEqual([])
  })

  const inCode: [code: string, language: string, severity: string][] = [
    ['password = "Tulip!Harbour42"', 'python', 'high'],
    ['DB_PASSWORD: str = "kq27LmZx"', 'python', 'high'],
    ['app.config["SECRET_KEY"] = "supersecretkey"', 'python', 'high'],
    ['connect(host="db", user="root", password="letmeinnow")', 'python', 'high'],
    ['if password == "s3same!":', 'python', 'high'],
    ['password = "hunt" + "er2" + "!"', 'python', 'high'],
    ['const jwtSecret = process.env.JWT_SECRET || "mysigningwords"', 'javascript', 'high'],
    ['const options = { apiKey: "9f2c7b81e4d65a30bb1c" }', 'javascript', 'high'],
    ['export DB_PASSWORD=Zx81qPm4', 'bash', 'high'],
    ['mysql --password=Zx81qPm4 shop', 'bash', 'high'],
    ["CREATE USER app IDENTIFIED BY 'Zx81-qPm4Tn'", 'sql', 'high'],
    ['password = os.getenv("DB_PASSWORD", "Zx81qPm4")', 'python', 'high'],
    ['get(url, auth=("ann", "Zx81qPm4"))', 'python', 'high'],
    ['dsn = "dbname=shop user=app password=Zx81qPm4"', 'python', 'high'],
    ['app.secret_key = "a very secret key"', 'python', 'high'],
    ['fetch("https://api.example.com/v1?api_key=9f2c7b81e4d65a30bb1c")', 'javascript', 'high'],
    ['smtp_pass = "Zx81qPm4"', 'python', 'high'],
    ['mysql.connect(user="root", password="password", host="db")', 'python', 'high'],
    ['key = "vQF6J15Kuh3Y6ut1Vh247dlVEIpTEbMnWq7lRKjDBaWuWll3VH"', 'python', 'high'],
    ['import unittest\npassword = "Zx81qPm4"', 'python', 'medium'],
    ['password = "sunflower"', 'python', 'medium'],
    ['token = "abc123def"', 'python', 'medium'],
  ]
  it.each(inCode)('finds a secret by its name: %s', (code, language, severity) => {
    expect(told(code, language)).toEqual([`text/named-secret ${severity}`])
  })

  const harmless: [code: string, language: string][] = [
    ['password = os.environ["DB_PASSWORD"]', 'python'],
    ['password = getpass("Your password: ")', 'python'],
    ['password = ""', 'python'],
    ['SECRET_KEY = "change-me"', 'python'],
    ['api_key = "your-api-key-here"', 'python'],
    ['token = "<token>"', 'python'],
    ['PASSWORD_FIELD = "password"', 'python'],
    ['token_type = "Bearer abc123def456ghi789"', 'python'],
    ['if token == "identifier123456":', 'python'],
    ['TOKEN_PATTERN = "[A-Za-z0-9]{8,20}"', 'python'],
    ['const messages = { password: "At least 12 characters" }', 'javascript'],
    ['const password = `${process.env.PASSWORD}`', 'javascript'],
    ['password: "{{ vault_password }}"', 'javascript'],
    ['connect(user=user, password=password)', 'python'],
    ['bypass = "no-cache-9"', 'python'],
    ['secret_key = "secretKey"', 'python'],
    ['form = Field(name="password", password="password")', 'python'],
    ['key = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"', 'python'],
    ['DB_PASSWORD=$1', 'bash'],
    ['PASSWORD="$(cat /run/secrets/db)"', 'bash'],
    ['SELECT password FROM users', 'sql'],
    ['url = "postgresql://{user}:{password}@{host}/db"', 'python'],
    ['url = "postgres://user:password@localhost/app"', 'python'],
    ['if line.startswith("-----BEGIN PRIVATE KEY-----"):', 'python'],
  ]
  it.each(harmless)('lets text pass that is no secret: %s', (code, language) => {
    expect(told(code, language)).toEqual([])
  })

  it('finds passwords in addresses, milder where the server is this host', () => {
    expect(told('url = "postgres://billing:vT9kq27LmZx@db.prod.example.com/billing"')).toEqual([
      'text/address-password high',
    ])
    expect(told('url = "redis://:vT9kq27LmZx@localhost:6379"')).toEqual(['text/address-password medium'])
    expect(told('curl -H "Authorization: Basic YWRtaW46c3VwZXIxMjM0NQ==" x', 'bash')).toEqual([
      'text/address-password high',
    ])
  })

  it('finds private keys with a body, also as one line and in pieces', () => {
    const body = 'MIIEpAIBAAKCAQEAx7Gq0vB2kQ9sT1rYw4uN8mZ3lJ5hF6dC'
    const begin = (kind: string) => key('-----BEGIN ', kind, 'PRIVATE KEY-----')
    expect(told(`KEY = """${begin('RSA ')}\n${body}`)).toEqual(['text/private-key high'])
    expect(told(`KEY = "${begin('')}\\n${body}"`)).toEqual(['text/private-key high'])
    expect(told(`KEY = "${key('-----BEGIN OPENSSH PRI', '" + "', 'VATE KEY-----')}\\n${body}"`)).toEqual([
      'text/private-key high',
    ])
  })

  it('points at the value and says only how it begins', () => {
    const [finding] = findInText('name = "ann"\npassword = "Tulip!Harbour42"\n')
    expect(finding).toMatchObject({ line: 2, column: 13, endLine: 2, endColumn: 28 })
    expect(finding?.message).toBe('The value of password stands in the code (Tuli…, 15 characters)')
  })

  it('never shows a secret, whatever it is', () => {
    const secret = fc.stringMatching(/^[A-Za-z][A-Za-z0-9!#%&]{7,40}[0-9]$/)
    fc.assert(
      fc.property(secret, (value) => {
        for (const { message, why, remedy } of findInText(`password = "${value}"`)) {
          expect(message + why + remedy).not.toContain(value)
        }
      }),
    )
  })
})
