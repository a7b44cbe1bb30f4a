# Part 10: matplotlib, from its import by the user: figures as PNG and as data, by `plt.show()` or at the cell's end.
import importlib.machinery

CHART = 'application/vnd.anneal.chart+json'


class AfterImport:
    """Finds no modules itself. It changes a few modules right after they were loaded, and costs nothing before."""

    def __init__(self, changes):
        self.changes = changes

    def find_spec(self, name, path=None, target=None):
        if name == 'matplotlib':
            os.environ.setdefault('MPLBACKEND', 'agg')
        change = self.changes.get(name)
        spec = importlib.machinery.PathFinder.find_spec(name, path, target) if change else None
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            change(module)

        spec.loader.exec_module = exec_module
        return spec


def change_pyplot(pyplot):
    pyplot.show = lambda *_arguments, **_options: show_figures()


def change_axes(module):
    """Keeps the numbers behind a box plot, which its drawn lines do not tell."""
    draw = module.Axes.bxp

    def bxp(self, stats, *arguments, **options):
        self._kernel_boxes = getattr(self, '_kernel_boxes', []) + list(stats)
        return draw(self, stats, *arguments, **options)

    bxp.__doc__, bxp.__name__ = draw.__doc__, draw.__name__
    module.Axes.bxp = bxp


def change_images(module):
    module.Image.show = lambda self, *_arguments, **_options: display(self)
    save = module.Image.save

    def shown_save(self, fp, *arguments, **options):
        save(self, fp, *arguments, **options)
        # A saved figure is shown as a figure, not as the picture that matplotlib makes of it.
        is_figure = sys._getframe(1).f_globals.get('__name__', '').startswith('matplotlib')
        if CELL.shows_all and isinstance(fp, (str, os.PathLike)) and not is_figure:
            display(self)

    shown_save.__doc__, shown_save.__name__ = save.__doc__, save.__name__
    module.Image.save = shown_save


AFTER_IMPORT = AfterImport({
    'matplotlib.pyplot': change_pyplot,
    'matplotlib.axes._axes': change_axes,
    'PIL.Image': change_images,
})
sys.meta_path.insert(0, AFTER_IMPORT)


def show_figures():
    """Shows every open figure, once."""
    pyplot = sys.modules.get('matplotlib.pyplot')
    if pyplot is None or not hasattr(pyplot, 'get_fignums'):
        return
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        if figure.axes or figure.texts or figure.images:
            show(bundle_of(figure))
        pyplot.close(figure)


def add_figure(figure, data):
    picture = io.BytesIO()
    figure.savefig(picture, format='png', bbox_inches='tight')
    data['image/png'] = in_json('image/png', picture.getvalue())
    chart = attempt(chart_of_figure, figure)
    if chart:
        data[CHART] = chart
    # A figure shown as the value of the cell is not shown once more at its end.
    sys.modules['matplotlib.pyplot'].close(figure)


SHOWN_BY['matplotlib.figure.Figure'] = add_figure
