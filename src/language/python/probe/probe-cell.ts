/** The probe as a cell of a live interpreter: the failed program runs among the existing variables. The caller undoes its effects. */
export const probeCell = (probe: string, failed: string): string => `def __anneal_probe__():
    import json
    probe = {'__name__': 'anneal_probe'}
    exec(${JSON.stringify(probe.replace(/\nmain\(\)\s*$/, '\n'))}, probe)
    failed = ${JSON.stringify(failed)}
    with open(probe['PROGRAM'], 'w') as file:
        file.write(failed)
    code = compile(failed, probe['PROGRAM'], 'exec')
    try:
        exec(code, globals())
    except SystemExit:
        pass
    except BaseException as error:
        facts = probe['guarded'](lambda: probe['facts_of'](probe['first_leaf'](error)), None)
        if facts is not None:
            # The history of the interpreter is no variable of the program.
            for name in [name for name in facts['values'] if name[:1] == '_' or name in ('In', 'Out')]:
                del facts['values'][name]
            print('\\n' + probe['MARKER'] + json.dumps(facts))
__anneal_probe__()
`
