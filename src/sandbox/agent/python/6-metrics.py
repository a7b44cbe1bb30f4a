# Part 6, continued: the measures of a whole sandbox, as far as its agent sees them.


def metrics_of(workspace):
    try:
        disk = os.statvfs(workspace)
    except OSError:
        # A program of a system may remove the workspace; the disk is the same.
        disk = os.statvfs('/')
    ticks = os.sysconf('SC_CLK_TCK')
    collected = os.times()
    cpu = collected.children_user + collected.children_system
    memory = count = 0
    for pid in all_pids():
        try:
            fields = proc_stat(pid)
        except (OSError, ValueError):
            continue
        count += 1
        cpu += (int(fields[11]) + int(fields[12])) / ticks
        memory += int(fields[21]) * os.sysconf('SC_PAGE_SIZE')
    return {
        'cpuMs': cpu * 1000,
        'memoryBytes': memory,
        'processes': count,
        'diskUsedBytes': (disk.f_blocks - disk.f_bfree) * disk.f_frsize,
        'diskTotalBytes': disk.f_blocks * disk.f_frsize,
        # File systems without a bound on files report none.
        'isOutOfFiles': disk.f_files > 0 and disk.f_ffree == 0,
    }
