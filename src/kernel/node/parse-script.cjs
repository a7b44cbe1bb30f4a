const { parse } = require('./babel.cjs')

const SYNTAX = {
  createImportExpressions: true,
  plugins: [['estree', { classFeatures: true }], 'explicitResourceManagement'],
}

/** Gives the program as ESTree describes it; throws when it cannot be read. */
const parseScript = (text, options) => parse(text, { ...SYNTAX, ...options }).program

module.exports = { parseScript }
