# Part 4: further details of a file.

ATTRIBUTES = 'user.'
ATTRIBUTES_AT_MOST = 64


def details_of(path, found):
    details = {
        'owner': name_of('/etc/passwd', found.st_uid),
        'group': name_of('/etc/group', found.st_gid),
        'attributes': attributes_of(path),
    }
    if stat.S_ISLNK(found.st_mode):
        target = os.path.realpath(path)
        try:
            reached = describe(target)
            details['target'] = {name: reached[name] for name in ('path', 'type', 'size', 'mode')}
        except OSError:
            # The link leads nowhere.
            pass
    return details


def name_of(table, number):
    """Looks a number up in the sandbox's own tables, which its programs may have changed: any content gives a text."""
    for fields in rows_of(table):
        if len(fields) > 2 and fields[2] == str(number):
            return fields[0]
    return str(number)


TABLE_BYTES = 1048576


def rows_of(table):
    try:
        fd = open_regular(table)
    except (OSError, Refusal):
        return []
    try:
        text = os.read(fd, TABLE_BYTES).decode('utf-8', 'replace')
    finally:
        os.close(fd)
    return [line.split(':') for line in text.split('\n')]


def attributes_of(path):
    found = {}
    try:
        for name in os.listxattr(path, follow_symlinks=False)[:ATTRIBUTES_AT_MOST]:
            if name.startswith(ATTRIBUTES) and not name.startswith(OVERLAY_ATTRIBUTES):
                try:
                    found[name[len(ATTRIBUTES):]] = os.getxattr(path, name, follow_symlinks=False).decode('utf-8')
                except UnicodeDecodeError:
                    pass
    except OSError:
        # Not every file system has extended attributes.
        pass
    return found


# The overlay file system's own notes about a layer.
OVERLAY_ATTRIBUTES = 'user.overlay.'


def set_attributes(fd, attributes):
    for name, value in attributes.items():
        os.setxattr(fd, ATTRIBUTES + name, value.encode('utf-8'))
