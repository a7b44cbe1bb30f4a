import { WORKSPACE } from '../../sandbox/sandbox.ts'

/** Directories of the browser inside of its sandbox. */
export const PROFILE = `${WORKSPACE}/.profile`
export const DOWNLOADS = `${WORKSPACE}/.downloads`
const PROXY = 'http://127.0.0.1:3128'

/** Parts of Chromium that talk to servers by themselves, guess addresses, or open ways around a proxy. */
const FEATURES_OFF = [
  ...['AsyncDns', 'AutofillServerCommunication', 'CertificateTransparencyComponentUpdater', 'DialMediaRouteProvider'],
  ...['DnsOverHttps', 'GlobalMediaControls', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkPrediction'],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'Prerender2', 'ThirdPartyStoragePartitioning'],
  ...['SpeculationRulesPrefetchFuture', 'Translate', 'WebTransport', 'PrivacySandboxSettings4', 'SegmentationPlatform'],
]

const QUIET =
  'no-first-run no-default-browser-check no-service-autorun disable-background-networking disable-component-update disable-component-extensions-with-background-pages disable-default-apps disable-extensions disable-sync disable-domain-reliability disable-breakpad disable-crash-reporter disable-client-side-phishing-detection disable-search-engine-choice-screen metrics-recording-only no-pings'

const STEADY =
  'disable-renderer-backgrounding disable-backgrounding-occluded-windows disable-background-timer-throttling disable-hang-monitor disable-ipc-flooding-protection disable-prompt-on-repost disable-back-forward-cache disable-popup-blocking allow-pre-commit-input hide-scrollbars mute-audio disable-gpu disable-dev-shm-usage'

const dashed = (words: string): string[] => words.split(' ').map((word) => `--${word}`)

/** The one way out is the proxy, also for addresses of the sandbox itself; names are never resolved inside. */
const CLOSED = [
  '--disable-quic',
  '--dns-prefetch-disable',
  `--proxy-server=${PROXY}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // No flag keeps Chromium from asking for the accounts of its profile: at a port that it never opens, it asks nobody.
  '--gaia-url=http://127.0.0.1:1/',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

/** Everything that Chromium is started with, but for the way in which it is controlled. */
export const chromiumFlags = ({ nested, profile = PROFILE }: { nested: boolean; profile?: string }): string[] => [
  '--headless',
  ...dashed(QUIET),
  ...dashed(STEADY),
  ...CLOSED,
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--use-mock-keychain',
  '--export-tagged-pdf',
  '--lang=en-US',
  `--user-data-dir=${profile}`,
  // Only where our own wall is the only one: the process of a page then has the rights of the browser inside of it.
  ...(nested ? [] : ['--no-sandbox', '--no-zygote-sandbox']),
]
