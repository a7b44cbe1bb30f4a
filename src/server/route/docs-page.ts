/** Nothing comes from elsewhere: no fonts, no proxy, no telemetry, no assistant. */
const CONFIGURATION = {
  theme: 'default',
  layout: 'modern',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
  documentDownloadType: 'json',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'bearer' },
  metaData: { title: 'Anneal API' },
  customCss: `
    :root { --scalar-font: system-ui, sans-serif; --scalar-font-code: ui-monospace, "DejaVu Sans Mono", monospace }
    .light-mode { --scalar-color-accent: #a8430d } .dark-mode { --scalar-color-accent: #ff9a5c }
  `,
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** A shell: the script reads `/openapi.json` and draws the page. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Anneal API</title>
</head>
<body>
<noscript>This page needs its script; the same description for programs is <a href="/openapi.json">openapi.json</a>.</noscript>
<script id="api-reference" data-url="/openapi.json" data-configuration="${attribute(JSON.stringify(CONFIGURATION))}"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`

/** Scripts and data of this server alone; the script writes styles into the page. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
