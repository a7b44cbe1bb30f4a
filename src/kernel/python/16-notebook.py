# Part 16: `IPython.display`, since much code is written for notebooks. Where IPython is installed only its `display` is
# replaced; elsewhere a small module of that name stands in.


class Shown:
    """A value that is shown in the form its class is named after."""

    def __init__(self, data=None, filename=None, **_options):
        if filename is not None:
            with open(filename, self.mode, **({} if 'b' in self.mode else {'encoding': 'utf-8'})) as file:
                data = file.read()
        self.data = data

    mode = 'r'

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {self.mime: self.data}


class Image(Shown):
    mode = 'rb'

    def __init__(self, data=None, filename=None, **options):
        if isinstance(data, str) and filename is None:
            data, filename = None, data
        super().__init__(data, filename, **options)
        self.mime = 'image/png' if self.data[:4] == b'\x89PNG' else 'image/jpeg'


def notebook_classes():
    kinds = {
        'HTML': 'text/html',
        'Markdown': 'text/markdown',
        'SVG': 'image/svg+xml',
        'Latex': 'text/latex',
        'Math': 'text/latex',
        'JSON': 'application/json',
        'Javascript': 'application/javascript',
    }
    return {name: type(name, (Shown,), {'mime': mime}) for name, mime in kinds.items()}


class StandIn:
    """The last finder of modules: it makes up only modules that no other finder has."""

    NAMES = ('IPython', 'IPython.core', 'IPython.display', 'IPython.core.display')

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name in self.NAMES else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        if module.__name__.endswith('display'):
            module.__dict__.update(notebook_classes(), Image=Image, display=display, clear_output=lambda wait=False: None)
        elif module.__name__ == 'IPython':
            # Libraries ask this module whether they run inside of IPython.
            module.__dict__.update(get_ipython=lambda: None, version_info=(8, 0, 0), __version__='8.0.0')


sys.meta_path.append(StandIn())


def change_notebook(module):
    module.display = display


AFTER_IMPORT.changes['IPython.display'] = change_notebook
