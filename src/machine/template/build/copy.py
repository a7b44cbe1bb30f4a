"""Lays an archive, which comes in, into a system; run there by its root.

Arguments: the source as the recipe names it, the destination, its owner, and a mode or nothing.
"""
import grp
import os
import pwd
import re
import shutil
import sys
import tarfile

WILDCARD = re.compile(r'[*?\[\]{}!()]')


class Copy:
    def __init__(self, source, destination, owner, mode):
        parts = [part for part in source.split('/') if part not in ('', '.')]
        wild = next((place for place, part in enumerate(parts) if WILDCARD.search(part)), None)
        # A pattern takes everything that was found below the directories before its first wildcard.
        self.source = parts if wild is None else parts[:wild]
        self.is_one = wild is None
        self.destination = destination
        self.uid, self.gid = ids_of(owner)
        self.mode = int(mode, 8) if mode else None
        self.count = 0

    def lay(self, archive):
        for member in archive:
            path = self.place_of(member.name, member.isdir())
            if path is not None:
                self.make(archive, member, path)
                self.count += 1
        if self.count == 0:
            sys.exit('The uploaded files hold nothing of the source.')

    def place_of(self, name, is_directory):
        parts = [part for part in name.split('/') if part not in ('', '.')]
        depth = len(self.source)
        if '..' in parts or parts[:depth] != self.source:
            return None
        if len(parts) > depth:
            return os.path.join(self.destination, *parts[depth:])
        if is_directory or not self.is_one:
            return self.destination
        if self.destination.endswith('/') or os.path.isdir(self.destination):
            return os.path.join(self.destination, parts[-1])
        return self.destination

    def make(self, archive, member, path):
        path = path.rstrip('/') or '/'
        if member.isdir():
            self.make_directory(path, self.directory_mode(member.mode))
            return
        self.make_directory(os.path.dirname(path), 0o755)
        if os.path.lexists(path):
            os.unlink(path)
        if member.issym():
            os.symlink(member.linkname, path)
        elif member.islnk():
            os.link(self.linked(member), path, follow_symlinks=False)
        elif member.isfile():
            with open(path, 'xb') as file:
                shutil.copyfileobj(archive.extractfile(member), file, 1 << 20)
            os.chmod(path, member.mode & 0o7777 if self.mode is None else self.mode)
        else:
            return
        os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def linked(self, member):
        target = self.place_of(member.linkname, False)
        if target is None:
            raise OSError('%s is a second name of what is not copied' % member.name)
        return target

    def make_directory(self, path, mode):
        """Existing directories stay as they are."""
        if os.path.isdir(path):
            return
        self.make_directory(os.path.dirname(path), 0o755)
        os.mkdir(path)
        os.chmod(path, mode)
        os.chown(path, self.uid, self.gid)

    def directory_mode(self, mode):
        if self.mode is None:
            return mode & 0o7777
        # A reader of a directory may look into it.
        return self.mode | (self.mode & 0o444) >> 2


def ids_of(owner):
    name, _, group = owner.partition(':')
    user = pwd.getpwnam(name)
    return user.pw_uid, grp.getgrnam(group).gr_gid if group else user.pw_gid


def main(source, destination, owner, mode):
    os.umask(0)
    try:
        with tarfile.open(fileobj=sys.stdin.buffer, mode='r|*') as archive:
            Copy(source, destination, owner, mode).lay(archive)
    except (OSError, tarfile.TarError, KeyError) as error:
        sys.exit('%s' % error)


main(*sys.argv[1:])
