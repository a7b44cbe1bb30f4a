/** The form of a provider's keys. Every pattern is anchored at a word, so that no text makes it slow. */
export interface ProviderForm {
  /** Last part of the id of the rule. */
  name: string
  what: string
  pattern: RegExp
  /** Whether the key opens nothing of value, only a test account. */
  isWeak?: true
}

const form = (name: string, what: string, pattern: RegExp): ProviderForm => ({ name, what, pattern })

export const providerForms: readonly ProviderForm[] = [
  form('aws-key', 'An access key of AWS', /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g),
  form(
    'aws-secret',
    'A secret key of AWS',
    /(?<=(?:secret_?access_?key|aws_?secret)["'\]]{0,3}\s{0,5}[:=]\s{0,5}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
  ),
  form('google-key', 'An API key of Google', /(?<![\w-])AIza[\w-]{35}(?![\w-])/g),
  form('google-oauth', 'An OAuth secret of Google', /(?<![\w-])(?:GOCSPX-[\w-]{28}|ya29\.[\w-]{30,300})(?![\w-])/g),
  form(
    'azure-key',
    'A storage key of Azure',
    /(?<=(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,88}={0,2}(?![A-Za-z0-9+/=])/g,
  ),
  form(
    'github-token',
    'A token of GitHub',
    /(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})(?![\w-])/g,
  ),
  form('gitlab-token', 'A token of GitLab', /(?<![\w-])gl(?:pat|ptt|dt|rt|soat)-[\w-]{20,64}(?![\w-])/g),
  form('slack-token', 'A token of Slack', /(?<![\w-])xox[abeprs]-[A-Za-z0-9-]{20,250}(?![\w-])/g),
  form(
    'slack-webhook',
    'A webhook of Slack',
    /hooks\.slack\.com\/(?:services|workflows)\/T\w{6,16}\/[AB]\w{6,16}\/[\w/]{16,80}/g,
  ),
  form('stripe-key', 'A live key of Stripe', /(?<![\w-])[rs]k_live_[A-Za-z0-9]{16,250}(?![\w-])/g),
  {
    ...form('stripe-test-key', 'A test key of Stripe', /(?<![\w-])[rs]k_test_[A-Za-z0-9]{16,250}(?![\w-])/g),
    isWeak: true,
  },
  form('twilio-key', 'A key of Twilio', /(?<![\w-])SK[0-9a-f]{32}(?![\w-])/g),
  form('sendgrid-key', 'A key of SendGrid', /(?<![\w-])SG\.[\w-]{16,32}\.[\w-]{32,64}(?![\w-])/g),
  form('mailgun-key', 'A key of Mailgun', /(?<![\w-])key-[0-9a-f]{32}(?![\w-])/g),
  form('npm-token', 'A token of npm', /(?<![\w-])npm_[A-Za-z0-9]{36}(?![\w-])/g),
  form('pypi-token', 'A token of PyPI', /(?<![\w-])pypi-[\w-]{50,300}(?![\w-])/g),
  form(
    'openai-key',
    'A key of OpenAI',
    /(?<![\w-])sk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,200}(?![\w-])/g,
  ),
  form('anthropic-key', 'A key of Anthropic', /(?<![\w-])sk-ant-[\w-]{20,200}(?![\w-])/g),
  form('huggingface-token', 'A token of Hugging Face', /(?<![\w-])hf_[A-Za-z0-9]{30,50}(?![\w-])/g),
  form('telegram-token', 'A token of a Telegram bot', /(?<![\w:-])\d{8,10}:AA[\w-]{33}(?![\w-])/g),
  form(
    'discord-token',
    'A token of a Discord bot',
    /(?<![\w.-])[MNO][A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
  ),
  form('discord-webhook', 'A webhook of Discord', /discord(?:app)?\.com\/api\/webhooks\/\d{15,21}\/[\w-]{50,80}/g),
  form('shopify-token', 'A token of Shopify', /(?<![\w-])shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}(?![\w-])/g),
  form('digitalocean-token', 'A token of DigitalOcean', /(?<![\w-])do[opr]_v1_[0-9a-f]{64}(?![\w-])/g),
  form('databricks-token', 'A token of Databricks', /(?<![\w-])dapi[0-9a-f]{32}(?![\w-])/g),
  form('vault-token', 'A token of HashiCorp Vault', /(?<![\w.-])hv[sb]\.[\w-]{24,200}(?![\w-])/g),
  form('jwt', 'A JSON web token', /(?<![\w.-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}(?![\w.-])/g),
]
