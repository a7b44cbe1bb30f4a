import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { given, gradeOf, isConstant, isTrue } from '../condition.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf, hasOrigin, isBuilt, OUTSIDE, origin } from '../read/make-value.ts'
import { literalEval } from '../rewrite/literal-eval.ts'

const EVALUATORS =
  'eval exec execfile pandas.eval numexpr.evaluate asteval.Interpreter() code.InteractiveInterpreter().runsource'
const MORE_EVALUATORS =
  'code.InteractiveConsole().push code.InteractiveInterpreter().runcode cProfile.run sympy.sympify js2py.eval_js _testcapi.run_in_subinterp test.support.run_in_subinterp'
const INTERPRETERS =
  '_xxsubinterpreters.run_string _interpreters.run_string _interpreters.exec interpreters.Interpreter().exec _xxinterpreters.run_string'
const TEMPLATES =
  'flask.render_template_string jinja2.Template mako.template.Template tornado.template.Template django.template.Template string.Template().substitute_code .from_string chevron.render'

const UNPINNED =
  '.from_pretrained datasets.load_dataset huggingface_hub.hf_hub_download huggingface_hub.snapshot_download torch.hub.load'

/** The origin of the code decides the severity; constant text is no finding here. */
function judgeCode(call: Call) {
  const code = given(call, 0, 'source', 'expression', 'stmt')
  const emptied = [call.positional[1]?.value, call.positional[2]?.value].some((names) =>
    names?.entries?.has('__builtins__'),
  )
  const parameter = isGivenNamespace(call) ? 'medium' : 'high'
  const grade = gradeOf(code, 0, {
    parameter,
    other: hasOrigin(code, origin.file) && !hasOrigin(code, origin.chosenFile) && isOwnFile(call) ? 'medium' : 'high',
  })
  return emptied && grade === 'high'
    ? { severity: 'high' as const, message: 'Emptied __builtins__ do not hold back code of others' }
    : grade
}

/** Namespaces that are passed in with the code, as in tools that run programs for their caller. */
const isGivenNamespace = (call: Call): boolean => {
  const names = call.positional[1]?.value
  return !!names && !names.entries && names.literal === undefined && !/^(globals|locals|dict)\(\)$/.test(names.name)
}

/** A file of the program itself, by a constant name. */
const isOwnFile = (call: Call): boolean => {
  const file = call.positional[0]?.value.opened
  return !file || isConstant(file.path)
}

export const codeRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/eval',
      family: 'code-execution',
      severity: 'high',
      title: 'Text of others is run as Python',
      why: 'Whoever writes the text can do everything that the program can do.',
      remedy: 'Use ast.literal_eval for values, json.loads for data, or a table of the operations that are allowed.',
      cwe: [95, 94],
    },
    {
      calls: 'eval',
      when: (call, program) => {
        const code = given(call, 0, 'source')
        if (isConstant(code))
          return { severity: 'medium', fix: literalEval(call, program), message: 'Constant text is run as Python' }
        return judgeCode(call)
      },
    },
    { calls: `${EVALUATORS} ${MORE_EVALUATORS}`, when: (call) => call.name !== 'eval' && judgeCode(call) },
    { calls: 'timeit.timeit timeit.repeat timeit.Timer', when: (call) => hasOrigin(given(call, 0, 'stmt'), OUTSIDE) },
    { calls: INTERPRETERS, when: (call) => gradeOf(given(call, 1, 'script', 'code'), 0) },
    {
      calls: 'compile',
      when: (call) =>
        call.positional.length >= 2 &&
        gradeOf(given(call, 0, 'source'), 0, { outside: 'medium', other: 'low', unknown: 'low', parameter: 'medium' }),
    },
    { calls: 'code.interact code.InteractiveConsole().interact IPython.embed pdb.set_trace', when: () => 'medium' },
    {
      calls: 'types.FunctionType types.CodeType',
      when: (call) => gradeOf(given(call, 0), 0, { unknown: 'low', parameter: 'medium' }),
    },
    {
      calls: '.eval .query',
      when: (call) =>
        (/DataFrame|pandas/.test(call.name) || (call.method === 'eval' && /^(\?|df|data|frame)\./.test(call.name))) &&
        gradeOf(given(call, 0), 0, { parameter: 'medium', other: 'low', unknown: 'info', kept: 'low' }),
    },
  ),
  callRule(
    {
      id: 'python/template-injection',
      family: 'code-execution',
      severity: 'high',
      title: 'Text of others is rendered as a template',
      why: 'Templates can reach every object of the program; whoever writes one can run code.',
      remedy: 'Keep templates in files, and give values to them as variables.',
      cwe: [1336, 94],
    },
    {
      calls: TEMPLATES,
      when: (call) =>
        gradeOf(given(call, 0, 'source', 'template'), 0, {
          parameter: 'high',
          other: 'medium',
          unknown: 'low',
          kept: 'low',
        }),
    },
    {
      calls: '.format .format_map',
      when: (call) =>
        hasOrigin(call.receiver, origin.request) && {
          severity: 'medium',
          message: 'Others decide about the form of a text, and reach every attribute of the values in it',
        },
    },
  ),
  callRule(
    {
      id: 'python/chosen-module',
      family: 'code-execution',
      severity: 'medium',
      title: 'Others decide which module is loaded',
      why: 'Loading a module runs it.',
      remedy: 'Take the name from a list of modules that are allowed.',
      cwe: [470, 829],
    },
    {
      calls:
        '__import__ importlib.import_module imp.load_source importlib.util.spec_from_file_location importlib.reload pydoc.locate runpy.run_path runpy.run_module',
      when: (call) =>
        gradeOf(given(call, 0, 'name'), 0, {
          outside: 'medium',
          parameter: 'medium',
          other: 'medium',
        }),
    },
    {
      calls:
        '.from_pretrained datasets.load_dataset transformers.pipeline transformers.AutoModel.from_pretrained torch.hub.load',
      when: (call) =>
        isTrue(given(call, -1, 'trust_remote_code')) && {
          severity: 'medium',
          message: 'Runs the code that comes with a model of others',
        },
    },
    {
      calls: 'sys.path.insert sys.path.append',
      when: (call) =>
        /^\/(tmp|var\/tmp|dev\/shm)\/?/.test(constantOf(call.positional.at(-1)?.value) ?? '') && {
          severity: 'medium',
          message: 'Takes modules from a folder that everybody can write to',
        },
    },
    {
      calls: '.register_function',
      when: (call) => RUNNERS.test(given(call, 0)?.name ?? '') && 'high',
    },
    {
      calls: UNPINNED,
      when: (call, program) =>
        isOfAnother(call, program) && {
          severity: call.name.startsWith('torch.hub') ? 'medium' : 'low',
          message: 'Takes whatever version of a model or of data its author has put up last',
        },
    },
    {
      calls: '.register_instance',
      when: (call) =>
        isTrue(given(call, 1, 'allow_dotted_names')) && {
          severity: 'high',
          message: 'Who calls over the network reaches every attribute of the object',
        },
    },
    {
      calls: 'globals().get locals().get vars().get',
      when: (call) => hasOrigin(given(call, 0), origin.request | origin.network) && gradeOf(given(call, 0), 1),
    },
    {
      calls: 'getattr',
      when: (call) => {
        const key = given(call, 1)
        const isWide = /^(os|sys|subprocess|shutil|builtins)$/.test(given(call, 0)?.name ?? '')
        const remote = isWide || call.node.parent?.type === 'CallExpression' ? 'high' : 'medium'
        return hasOrigin(key, OUTSIDE) && !isBuilt(key ?? call.callee) && gradeOf(key, 1, { remote, outside: 'medium' })
      },
    },
  ),
  callRule(
    {
      id: 'python/native-code',
      family: 'code-execution',
      severity: 'high',
      title: 'Native code is loaded or written into memory',
      why: 'Native code is not bound by anything that Python checks.',
      remedy: 'Use a module that is made for the purpose; load libraries by constant names only.',
      cwe: [114, 94],
    },
    {
      calls:
        'ctypes.CDLL ctypes.cdll.LoadLibrary ctypes.WinDLL ctypes.PyDLL ctypes.windll.LoadLibrary cffi.FFI().dlopen',
      when: (call) => {
        const library = given(call, 0, 'name')
        return gradeOf(library, 0, { parameter: 'medium', other: 'medium' }) ?? 'medium'
      },
    },
    {
      calls:
        '.VirtualAlloc .VirtualAllocEx .RtlMoveMemory .CreateRemoteThread .WriteProcessMemory .CreateThread .VirtualProtect .NtCreateThreadEx',
      when: () => ({ severity: 'critical', message: 'Writes code into memory and starts it' }),
    },
    {
      calls: 'mmap.mmap',
      when: (call) => isExecutableMemory(call),
    },
    {
      calls: '.mprotect ctypes.memmove ctypes.CFUNCTYPE',
      when: (call, program) =>
        call.method === 'mprotect' || (program.callsOf('mmap.mmap').some(isExecutableMemory) && 'high'),
    },
  ),
  factRule(
    {
      id: 'python/sandbox-escape',
      family: 'obfuscation',
      severity: 'high',
      title: 'Climbs from a plain object to everything that is loaded',
      why: 'This chain of attributes has one use: to reach functions that were taken away.',
      remedy: 'Import what is needed by its name.',
      cwe: [693],
    },
    (program) =>
      program.facts.calls.flatMap((call) =>
        spotOf(
          call.node,
          /__(class|base|bases|mro)__(\[\])?\.[\w.[\]]*__subclasses__$/.test(call.name) ||
            /__subclasses__\(\).*__(init|globals|builtins)__/.test(call.name),
        ),
      ),
  ),
]

/** Functions that no caller over the network should reach. */
const RUNNERS = /^(eval|exec|compile|__import__|open|os\.\w+|subprocess\.\w+|shutil\.\w+)$/
/** Data of somebody else, by a name such as `owner/thing`, without the hash of a version. */
function isOfAnother(call: Call, program: PythonProgram): boolean {
  const isHub =
    call.method !== 'from_pretrained' || [...program.facts.imports].some((name) => name.startsWith('transformers'))
  const name = constantOf(given(call, 0, 'repo_id', 'path', 'pretrained_model_name_or_path', 'repo_or_dir')) ?? ''
  const revision = constantOf(given(call, -1, 'revision')) ?? ''
  return (
    isHub &&
    /^[\w-]+\/[\w.-]+(:\w+)?$/.test(name) &&
    !/^[0-9a-f]{7,40}$/.test(revision) &&
    !call.keywords.has('local_files_only')
  )
}

const isExecutableMemory = (call: Call): boolean => {
  const rights = [...call.keywords.values(), ...call.positional].map(({ value }) => value)
  return (
    rights.some(({ name, number }) => name.includes('mmap.PROT_EXEC') || number === 7) ||
    (constantOf(rights[0]) ?? '') === 'exec'
  )
}
