# A plain program, part 2: figures. Shown ones are closed as in a notebook; the last one can still be saved.


class FIGURES:
    last = None


def show_figures(is_end=False):
    """Shows every open figure once; at the end those that were saved to a file are left to it."""
    pyplot = sys.modules.get('matplotlib.pyplot')
    if pyplot is None or not hasattr(pyplot, 'get_fignums'):
        return
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        has_content = figure.axes or figure.texts or figure.images
        if has_content and not (is_end and getattr(figure, '_is_saved', False)):
            FIGURES.last = figure
            show(bundle_of(figure))
        pyplot.close(figure)


def change_figure(module):
    save = module.Figure.savefig

    def savefig(self, fname, *arguments, **options):
        save(self, fname, *arguments, **options)
        if isinstance(fname, (str, os.PathLike)):
            self._is_saved = True

    savefig.__doc__, savefig.__name__ = save.__doc__, save.__name__
    module.Figure.savefig = savefig


def change_plotting(pyplot):
    change_pyplot(pyplot)
    save = pyplot.savefig

    def savefig(*arguments, **options):
        # After `show` there is no current figure: the one that was shown is meant, not an empty one.
        if FIGURES.last is not None and not pyplot.get_fignums():
            return FIGURES.last.savefig(*arguments, **options)
        return save(*arguments, **options)

    savefig.__doc__, savefig.__name__ = save.__doc__, save.__name__
    pyplot.savefig = savefig


AFTER_IMPORT.changes['matplotlib.pyplot'] = change_plotting
AFTER_IMPORT.changes['matplotlib.figure'] = change_figure
