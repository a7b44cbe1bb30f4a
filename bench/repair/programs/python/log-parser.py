import re
from collections import defaultdict
from datetime import datetime

LOG = """
2024-03-01 10:00:01 INFO web started in 120ms
2024-03-01 10:00:05 ERROR db connection refused
2024-03-01 10:01:13 WARN web slow request took 950ms
2024-03-01 10:02:00 INFO web request took 35ms
2024-03-01 10:05:30 ERROR web timeout after 5000ms
this line is broken
"""

LINE = re.compile(r"^(\S+ \S+) (INFO|WARN|ERROR) (\w+) (.*)$")
DURATION = re.compile(r"(\d+)ms")


def parse(text):
    entries = []
    skipped = 0
    for line in text.strip().split("\n"):
        match = LINE.match(line)
        if not match:
            skipped += 1
            continue
        when, level, source, message = match.groups()
        moment = datetime.strptime(when, "%Y-%m-%d %H:%M:%S")
        entries.append({"when": moment, "level": level, "source": source, "message": message})
    return entries, skipped


def durations(entries):
    found = [DURATION.search(entry["message"]) for entry in entries]
    return [int(match.group(1)) for match in found if match is not None]


entries, skipped = parse(LOG)
by_level = defaultdict(list)
for entry in entries:
    by_level[entry["level"]].append(entry["source"])
for level in sorted(by_level):
    print(level, len(by_level[level]), sorted(set(by_level[level])))
span = entries[-1]["when"] - entries[0]["when"]
print("Span:", span.total_seconds(), "seconds; skipped " + str(skipped))
times = durations(entries)
print("Longest: " + str(max(times)) + "ms, mean:", sum(times) / len(times))
