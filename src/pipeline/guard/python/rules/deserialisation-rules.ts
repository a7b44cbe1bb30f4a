import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { given, gradeOf, isConstant, isFalse, isTrue } from '../condition.ts'
import { isForeignFile } from '../foreign-files.ts'
import { oncePerProgram } from '../once-per-program.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf, hasOrigin, OUTSIDE, origin } from '../read/make-value.ts'
import { safeYaml } from '../rewrite/safe-yaml.ts'

const PICKLES =
  'pickle.load pickle.loads pickle.Unpickler dill.load dill.loads cloudpickle.load cloudpickle.loads marshal.load marshal.loads jsonpickle.decode jsonpickle.loads pickle5.loads _pickle.loads pickle.Unpickler().load'
const MODEL_FILES =
  'joblib.load torch.load pandas.read_pickle keras.models.load_model tensorflow.keras.models.load_model tf_keras.models.load_model skops.io.load'

/** A file that the program itself has written is less dangerous than data from elsewhere. */
function judgeData(call: Call, program: PythonProgram) {
  const data = given(call, 0, 'file', 'data', 'str', 'f')
  if (isConstant(data) && !data?.opened) return 'medium'
  if (hasOrigin(data, OUTSIDE)) return 'high'
  if (data?.opened) return judgeFile(data.opened.path, program)
  return gradeOf(data, 0, { other: 'medium', unknown: 'medium', kept: 'medium' }) ?? 'medium'
}

type Path = Parameters<typeof constantOf>[0]

function judgeFile(path: Path, program: PythonProgram) {
  if (hasOrigin(path, OUTSIDE) || isForeignFile(path, program)) return 'high'
  const writesItself = [
    'pickle.dump',
    'dill.dump',
    'cloudpickle.dump',
    'joblib.dump',
    'torch.save',
    'marshal.dump',
  ].some((name) => program.callsOf(name).length > 0)
  return hasOrigin(path, origin.parameter) && !writesItself ? 'high' : 'medium'
}

/** Whether the parser ignores entities, or comes from elsewhere. */
function isSafelyParsed(call: Call, program: PythonProgram): boolean {
  const parser = given(call, 1, 'parser')
  return !!parser && (!parser.name.startsWith('lxml.etree.XMLParser') || leavesEntities(program))
}

const leavesEntities = oncePerProgram((program) =>
  program.callsOf('lxml.etree.XMLParser').some((call) => isFalse(call.keywords.get('resolve_entities')?.value)),
)

/** A constant document is harmless, unless it calls functions itself. */
const plainText = (data: Path): 'high' | 'low' =>
  /!!python\/(?:object|name|module)/.test(data?.text ?? '') ? 'high' : 'low'

/** Functions that no object needs for being restored. */
const RUNNERS =
  /^(eval|exec|compile|__import__|os\.(system|popen|exec\w*|spawn\w*)|subprocess\.\w+|pty\.spawn|shutil\.rmtree)$/
const SAFE_LOADERS = /(^|\.)(C?SafeLoader|C?BaseLoader)$/
const FULL_LOADER = /(^|\.)C?FullLoader$/

export const deserialisationRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/unsafe-pickle',
      family: 'deserialisation',
      severity: 'high',
      title: 'Objects are made from data that may be foreign',
      why: 'Pickled data says which functions are called while it is read; foreign data can run anything.',
      remedy: 'Use JSON, or another format that holds only data; sign what must be pickled.',
      cwe: [502],
    },
    { calls: PICKLES, when: judgeData },
    {
      calls: MODEL_FILES,
      when: (call, program) => {
        if (isTrue(call.keywords.get('weights_only')?.value)) return false
        const path = given(call, 0, 'f', 'filename')
        return hasOrigin(path, OUTSIDE) || isForeignFile(path, program) ? 'high' : 'medium'
      },
    },
    {
      calls: 'shelve.open',
      when: (call, program) =>
        hasOrigin(given(call, 0), OUTSIDE) || isForeignFile(given(call, 0), program) ? 'high' : 'medium',
    },
    {
      calls:
        'multiprocessing.connection.Client().recv multiprocessing.connection.Listener().accept().recv multiprocessing.connection.Connection().recv',
      when: () => ({ severity: 'medium', message: 'Objects are unpickled from what a connection brings' }),
    },
    {
      calls: 'numpy.load',
      when: (call) =>
        isTrue(call.keywords.get('allow_pickle')?.value) && (hasOrigin(given(call, 0), OUTSIDE) ? 'high' : 'medium'),
    },
  ),
  factRule(
    {
      id: 'python/pickled-call',
      family: 'deserialisation',
      severity: 'high',
      title: 'An object calls a dangerous function when it is unpickled',
      why: 'Whoever reads such an object runs the command in it; attacks on programs that unpickle are made so.',
      remedy: 'Give back the class and its values from __reduce__.',
      cwe: [502],
    },
    ({ facts }) =>
      facts.returns
        .filter(({ function: owner }) => /^__reduce(_ex)?__$/.test(owner.name))
        .flatMap(({ node, value }) => spotOf(node, RUNNERS.test(value.items?.[0]?.name ?? ''))),
  ),
  callRule(
    {
      id: 'python/unsafe-yaml',
      family: 'deserialisation',
      severity: 'high',
      title: 'YAML is read with a loader that makes any object',
      why: 'Such a document can call functions while it is read.',
      remedy: 'Use yaml.safe_load.',
      cwe: [502, 20],
    },
    {
      calls: 'yaml.load yaml.load_all',
      when: (call, program) => {
        const loader = given(call, 1, 'Loader')
        if (SAFE_LOADERS.test(loader?.name ?? '') || (!loader && call.isOpen)) return false
        const data = given(call, 0, 'stream')
        const isOwn =
          isConstant(data) && !data?.opened
            ? plainText(data)
            : data?.opened && isConstant(data.opened.path)
              ? 'medium'
              : 'high'
        return {
          severity: FULL_LOADER.test(loader?.name ?? '') && !hasOrigin(data, origin.request) ? 'medium' : isOwn,
          fix: safeYaml(call, program),
        }
      },
    },
    {
      calls: 'yaml.unsafe_load yaml.unsafe_load_all yaml.full_load',
      when: (call) =>
        call.name.includes('full') ? 'medium' : isConstant(given(call, 0)) ? plainText(given(call, 0)) : 'high',
    },
    { calls: 'yaml.YAML', when: (call) => constantOf(given(call, 0, 'typ')) === 'unsafe' },
  ),
  callRule(
    {
      id: 'python/xml-entities',
      family: 'deserialisation',
      severity: 'high',
      title: 'Foreign XML is read with entities',
      why: 'Entities can read files of the host, ask servers, or grow without end.',
      remedy: 'Use defusedxml, or a parser with resolve_entities=False and no_network=True.',
      cwe: [611, 776],
    },
    {
      calls: 'lxml.etree.XMLParser',
      when: (call) =>
        isTrue(call.keywords.get('resolve_entities')?.value) ||
        isFalse(call.keywords.get('no_network')?.value) ||
        isTrue(call.keywords.get('load_dtd')?.value) ||
        (!call.keywords.has('resolve_entities') && !call.isOpen && 'medium'),
    },
    {
      calls:
        'lxml.etree.parse lxml.etree.fromstring lxml.etree.XML lxml.etree.iterparse lxml.objectify.parse lxml.objectify.fromstring',
      when: (call, program) =>
        !isSafelyParsed(call, program) &&
        gradeOf(given(call, 0, 'source', 'text'), 0, {
          other: 'medium',
          unknown: 'low',
          kept: 'low',
        }),
    },
    {
      calls:
        'xml.etree.ElementTree.parse xml.etree.ElementTree.fromstring xml.etree.ElementTree.XML xml.etree.ElementTree.iterparse xml.dom.minidom.parse xml.dom.minidom.parseString xml.dom.pulldom.parse xml.dom.pulldom.parseString xml.sax.parse xml.sax.parseString xml.dom.expatbuilder.parse xml.dom.expatbuilder.parseString xml.sax.expatreader.create_parser().parse xmltodict.parse',
      when: (call) =>
        gradeOf(given(call, 0, 'source', 'text', 'string'), 0, {
          remote: hasOrigin(given(call, 0), origin.request) ? 'high' : 'medium',
          outside: 'medium',
          parameter: /string|XML$/i.test(call.method) ? 'high' : 'medium',
          other: 'low',
          unknown: 'info',
          kept: 'low',
        }),
    },
    {
      calls: '.setFeature',
      when: (call) =>
        /feature_external_(ges|pes)|external-(general|parameter)/.test(
          `${given(call, 0)?.name} ${given(call, 0)?.text}`,
        ) && isTrue(given(call, 1)),
    },
  ),
]
