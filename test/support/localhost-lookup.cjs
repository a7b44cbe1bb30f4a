// Preloaded into programs of tests: browsers and curl find 127.0.0.1 behind every name below localhost, Node only where the
// system does.
const dns = require('node:dns')

const { lookup } = dns
dns.lookup = (name, options, done = options) =>
  name.endsWith('.localhost') ? lookup('127.0.0.1', options, done) : lookup(name, options, done)
