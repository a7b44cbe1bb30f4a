# Part 11: the content of a figure, as data: kind, title, axes with units, series.
MOST_POINTS = 10000


def chart_of_figure(figure):
    charts = [chart_of_axes(axes) for axes in figure.axes]
    charts = [chart for chart in charts if chart]
    if len(charts) <= 1:
        return charts[0] if charts else None
    title = figure._suptitle.get_text() if getattr(figure, '_suptitle', None) else None
    return {'type': 'superchart', 'title': title, 'elements': charts}


def chart_of_axes(axes):
    base = {'type': 'unknown', 'title': axes.get_title() or None, 'elements': []}
    for find in (pie_of, boxes_of, bars_of, points_of):
        found = find(axes)
        if found:
            return {**base, **found}
    return base if axes.has_data() else None


def labels_of(axes, is_turned=False):
    fields, labels = {}, (axes.get_xlabel(), axes.get_ylabel())
    for side, label in zip('yx' if is_turned else 'xy', labels):
        fields[side + '_label'] = label or None
        fields[side + '_unit'] = unit_of(label)
    return fields


def unit_of(label):
    """The unit, which is the first part in brackets: `speed (km/h)`, `mass [kg]`; `f(x)` has none."""
    for opening, closing in ((' (', ')'), ('[', ']')):
        start = label.find(opening)
        end = label.find(closing, start) if start >= 0 else -1
        if end >= 0:
            return label[start + len(opening):end].strip() or None
    return None


def pie_of(axes):
    wedges = [patch for patch in axes.patches if type(patch).__name__ == 'Wedge']
    if not wedges or len(wedges) != len(axes.patches):
        return None
    elements = [
        {'label': wedge.get_label(), 'angle': angle_of(wedge), 'radius': float(wedge.r)}
        for wedge in wedges
    ]
    return {'type': 'pie', 'elements': elements}


def angle_of(wedge):
    """Angle in degrees. matplotlib computes with few digits: further ones are noise."""
    return float('%.6g' % abs(wedge.theta2 - wedge.theta1))


def boxes_of(axes):
    boxes = getattr(axes, '_kernel_boxes', None)
    if not boxes:
        return None
    names = {'min': 'whislo', 'first_quartile': 'q1', 'median': 'med', 'third_quartile': 'q3', 'max': 'whishi'}
    elements = [
        {
            'label': str(box.get('label', at + 1)),
            **{name: plain_value(float(box[key])) for name, key in names.items()},
            'outliers': plain_value(list(box.get('fliers', []))),
        }
        for at, box in enumerate(boxes)
    ]
    return {'type': 'box_and_whisker', **labels_of(axes), 'elements': elements}


def bars_of(axes):
    groups = [group for group in axes.containers if type(group).__name__ == 'BarContainer']
    if not groups:
        return None
    elements = []
    for number, group in enumerate(groups):
        lies = getattr(group, 'orientation', 'vertical') == 'horizontal'
        axis = axes.yaxis if lies else axes.xaxis
        ticks = dict(zip(map(float, axis.get_ticklocs()), (tick.get_text() for tick in axis.get_ticklabels())))
        for bar in group.patches:
            middle = bar.get_y() + bar.get_height() / 2 if lies else bar.get_x() + bar.get_width() / 2
            nearest = min(ticks, key=lambda tick: abs(tick - middle), default=None)
            label = ticks[nearest] if nearest is not None and abs(nearest - middle) < 0.5 else ''
            value = bar.get_width() if lies else bar.get_height()
            elements.append({
                'label': label or '%g' % middle,
                'group': label_of(group, 'group', number),
                'value': plain_value(float(value)),
            })
    # The names of bars are given along x, also for horizontal ones.
    return {'type': 'bar', **labels_of(axes, is_turned=lies), 'elements': elements}


def points_of(axes):
    lines = [(line, line.get_xdata(orig=True), line.get_ydata(orig=True)) for line in axes.lines]
    clouds = [cloud for cloud in axes.collections if type(cloud).__name__ == 'PathCollection']
    clouds = [(cloud, *zip(*cloud.get_offsets().tolist())) for cloud in clouds if len(cloud.get_offsets())]
    if not lines and not clouds:
        return None
    if clouds:
        lines = [line for line in lines if not is_guide(*line)]
    fields = {'type': 'line' if lines else 'scatter', **labels_of(axes)}
    for side, axis, scale in (('x', axes.xaxis, axes.get_xscale()), ('y', axes.yaxis, axes.get_yscale())):
        fields[side + '_scale'] = scale_of(axis, scale)
        fields[side + '_ticks'] = ticks_of(axis, fields[side + '_scale'])
        fields[side + '_tick_labels'] = [tick.get_text() for tick in axis.get_ticklabels()]
    fields['elements'] = [series_of(label_of(one, 'series', at), *points) for at, (one, *points) in enumerate(lines + clouds)]
    return fields


def is_guide(_line, xs, ys):
    """Whether a line is a guide: drawn straight across a cloud, to help the eye."""
    return len(xs) == len(ys) == 2 and (len(set(xs)) == 1 or len(set(ys)) == 1)


def ticks_of(axis, scale):
    ticks = list(axis.get_ticklocs())
    if scale == 'datetime':
        ticks = [sys.modules['matplotlib.dates'].num2date(tick) for tick in ticks]
    return plain_value(ticks)


def scale_of(axis, scale):
    converter = type(axis.get_converter() if hasattr(axis, 'get_converter') else axis.converter).__name__
    if 'Date' in converter or 'Datetime' in converter:
        return 'datetime'
    return 'categorical' if converter == 'StrCategoryConverter' else scale


def series_of(label, xs, ys):
    points = [[plain_value(x), plain_value(y)] for x, y in zip(list(xs)[:MOST_POINTS], list(ys)[:MOST_POINTS])]
    series = {'label': label, 'points': points}
    if len(xs) > MOST_POINTS:
        series['truncated'] = True
    return series


def label_of(artist, kind, at):
    """The label of an artist; labels that matplotlib makes up begin with an underscore."""
    label = str(artist.get_label())
    return '%s %d' % (kind, at + 1) if label.startswith('_') else label
