# Part 9: tables of pandas and polars as data, beside the HTML they make themselves.
MOST_ROWS = 1000
ALL_ROWS = 100000
TABLE = 'application/vnd.anneal.table+json'


def add_pandas_table(value, data):
    frame = value.to_frame() if value.ndim == 1 else value
    total = len(frame)
    frame = frame.iloc[:most_rows()]
    index = frame.index
    # Rows that are only counted get no column for it.
    if type(index).__name__ != 'RangeIndex' or index.name is not None or index.start != 0 or index.step != 1:
        names = ['index' if name is None and index.nlevels == 1 else name for name in index.names]
        levels = [index.get_level_values(level) for level in range(index.nlevels)]
    else:
        names, levels = [], []
    columns = [{'name': name_of(name, at), 'type': str(level.dtype), 'isIndex': True} for at, (name, level) in enumerate(zip(names, levels))]
    columns += [{'name': name_of(name, at), 'type': str(kind)} for at, (name, kind) in enumerate(zip(frame.columns, frame.dtypes))]
    lists = [level.tolist() for level in levels] + [frame.iloc[:, at].tolist() for at in range(frame.shape[1])]
    add_table(data, columns, zip(*lists), total)


def most_rows():
    return ALL_ROWS if CELL.shows_all else MOST_ROWS


def add_polars_table(value, data):
    columns = [{'name': name, 'type': str(kind)} for name, kind in value.schema.items()]
    add_table(data, columns, value.head(most_rows()).rows(), value.height)


def name_of(name, at):
    if isinstance(name, tuple):
        return ' / '.join(map(str, name))
    return 'column %d' % (at + 1) if name is None else str(name)


def add_table(data, columns, rows, total):
    rows = [[plain_value(cell) for cell in row] for row in rows]
    data[TABLE] = {'columns': columns, 'rows': rows, 'rowCount': total, 'truncated': total > len(rows)}


SHOWN_BY['pandas.core.frame.DataFrame'] = add_pandas_table
SHOWN_BY['pandas.core.series.Series'] = add_pandas_table
SHOWN_BY['polars.dataframe.frame.DataFrame'] = add_polars_table
