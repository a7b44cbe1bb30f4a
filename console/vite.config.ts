import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const source = (folder: string) => fileURLToPath(new URL(`../src/${folder}`, import.meta.url))

/** The console as the server serves it: a document, and files named after their content. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    alias: {
      'anneal-contract': source('contract'),
      'anneal-sdk': source('sdk'),
      'anneal-react': source('react'),
    },
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  logLevel: 'warn',
})
