import { isFunction } from '../../../../language/javascript/nodes.ts'
import { GIVEN, ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const RUNNING = [
  'node-serialize.unserialize',
  'serialize-to-js.deserialize',
  'funcster.deepDeserialize',
  'cryo.parse',
  'js-yaml.unsafeLoad',
  'serialijse.deserialize',
  'node-serialize-updated.unserialize',
]
const YAML = ['js-yaml.load', 'js-yaml.loadAll']
/** Parsers that expand entities, and cannot be told not to. */
const EXPANDING = /^(?:xml2json|node-xml2json)\.toJson$|^(?:node-expat|expat)\.Parser\(\)\.(?:parse|write|end)$/
const XML = [
  'libxmljs.parseXml',
  'libxmljs.parseXmlString',
  'libxmljs2.parseXml',
  'libxmljs2.parseXmlString',
  'libxml.parseXml',
]

export const deserialiseRules: JavaScriptRule[] = [
  {
    id: 'javascript/unsafe-deserialisation',
    family: 'deserialisation',
    severity: 'high',
    title: 'Reads data in a form that can carry code',
    why: 'Functions inside of the data are run while it is read.',
    remedy: 'Use `JSON.parse`, and check what it gives back.',
    cwe: [502],
    *find(program) {
      for (const call of program.callsTo(...RUNNING)) {
        if (program.constantOf(call.inputs[0]) === undefined) yield spotAt(call.node)
      }
      for (const call of program.calls) {
        const evalFunctions = call.method === 'deserialize' ? program.optionOf(call, 'evalFunctions') : undefined
        if (evalFunctions && program.evaluate(evalFunctions) === true) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/v8-deserialisation',
    family: 'deserialisation',
    severity: 'high',
    title: 'Gives foreign bytes to `v8.deserialize`',
    why: 'The format is not made for foreign data, and has crashed and corrupted processes.',
    remedy: 'Use `JSON.parse` for what comes from somewhere else.',
    cwe: [502],
    *find(program) {
      for (const call of program.callsTo('v8.deserialize', 'v8.Deserializer')) {
        const origins = program.originsOf(call.inputs[0])
        if (origins & (ORIGIN.request | ORIGIN.network)) yield spotAt(call.node)
        else if (origins) yield spotAt(call.node, { severity: 'medium' })
      }
    },
  },
  {
    id: 'javascript/yaml-load',
    family: 'deserialisation',
    severity: 'medium',
    title: 'Reads YAML with a function that made code in old versions',
    why: 'Before version 4 `js-yaml` made functions of `!!js/function`; with the full schema it still does.',
    remedy: 'Use version 4 or later with its default schema.',
    cwe: [502],
    *find(program) {
      for (const call of program.callsTo(...YAML)) {
        const schema = program.optionOf(call, 'schema')
        const isFull = schema && /FULL|unsafe/i.test(program.sourceOf(schema))
        const isForeign = program.originsOf(call.inputs[0]) & (ORIGIN.request | ORIGIN.network)
        if (isFull) yield spotAt(call.node, { severity: 'high' })
        else if (isForeign && !schema) yield spotAt(call.node, { severity: 'high' })
        else if (!schema && program.originsOf(call.inputs[0]) & ORIGIN.parameter) yield spotAt(call.node)
        else if (!schema && /!!js\/|tag:yaml\.org,2002:js\//.test(program.constantOf(call.inputs[0]) ?? ''))
          yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/xml-entities',
    family: 'deserialisation',
    severity: 'high',
    title: 'Reads XML and lets it name files and hosts',
    why: 'An entity in the document can pull in any file of the machine.',
    remedy: 'Leave `noent` out.',
    cwe: [611],
    *find(program) {
      for (const call of program.callsTo(...XML)) {
        const entities = program.optionOf(call, 'noent')
        if (entities && program.evaluate(entities) === true) yield spotAt(call.node)
      }
      for (const { node, name, inputs } of program.calls) {
        if (EXPANDING.test(name) && program.originsOf(inputs[0]) & GIVEN)
          yield spotAt(node, { severity: 'medium', message: 'Reads XML and puts in whatever its entities stand for' })
      }
      for (const { node, key, value, name } of program.assignments) {
        if (key === 'ondoctype' && /^sax\b/.test(name) && isFunction(program.follow(value)))
          yield spotAt(node, { severity: 'medium', message: 'Follows the document types that a document brings' })
      }
    },
  },
]
