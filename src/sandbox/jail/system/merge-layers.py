# Runs as root in a sandbox of its own. Makes one layer of those below LAYERS/0, LAYERS/1 …, the lowest first: each layer is
# laid over those before it as the kernel would show them. Devices and marks stand for removed entries.
import os
import shutil
import subprocess
import sys

LAYERS, TARGET, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])
OPAQUE = 'user.overlay.opaque'
KEEP = ['--xattrs', '--xattrs-include=user.*', '--numeric-owner']


def is_opaque(path):
    try:
        return os.getxattr(path, OPAQUE) == b'y'
    except OSError:
        return False


def is_directory(path):
    return os.path.isdir(path) and not os.path.islink(path)


def make_way(layer):
    """Removes entries that a layer hides: those below a marked directory, and those that the layer replaces by another type. A
    directory that replaces another entry, or the sign of a removed one, hides everything below it: such directories are given
    back, and have to be marked."""
    hiding = []
    for path, directories, files in os.walk(layer):
        for name in directories + files:
            above = os.path.join(path, name)
            below = os.path.join(TARGET, os.path.relpath(above, layer))
            if is_directory(below):
                if not is_directory(above) or is_opaque(above):
                    shutil.rmtree(below)
            elif os.path.lexists(below) and is_directory(above):
                # A link would lead the directory's content elsewhere.
                os.unlink(below)
                hiding.append(below)
    return hiding


def lay_over(layer):
    packing = subprocess.Popen(['tar', '-C', layer, *KEEP, '-cf', '-', '.'], stdout=subprocess.PIPE)
    unpack = ['tar', '-C', TARGET, *KEEP, '--same-permissions', '-xf', '-']
    subprocess.run(unpack, stdin=packing.stdout, check=True)
    if packing.wait() != 0:
        raise OSError('a layer could not be read')


for number in range(COUNT):
    layer = os.path.join(LAYERS, str(number))
    hiding = make_way(layer)
    lay_over(layer)
    for directory in hiding:
        os.setxattr(directory, OPAQUE, b'y')
subprocess.run(['sync', '-f', TARGET], check=True)
