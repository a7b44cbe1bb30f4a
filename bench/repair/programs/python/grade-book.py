import sys


def letter(score):
    if score >= 90:
        return "A"
    elif score >= 75:
        return "B"
    elif score >= 60:
        return "C"
    else:
        return "F"


def read_scores(lines):
    scores = {}
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        name, raw = line.split(",")
        scores.setdefault(name.strip(), []).append(int(raw))
    return scores


def average(values):
    if not values:
        return 0
    return sum(values) / len(values)


count = int(input())
lines = [input() for _ in range(count)]
scores = read_scores(lines)
names = list(scores)
names.sort()
for name in names:
    mean = average(scores[name])
    print(f"{name:<8}{mean:6.1f} {letter(mean)}")
best = max(names, key=lambda name: average(scores[name]))
print("Best: " + best + " with " + str(average(scores[best])))
passed = [name for name in names if letter(average(scores[name])) != "F"]
print(len(passed), "passed:", ", ".join(passed))
rest = sys.stdin.read().strip()
status = "done" if rest == "END" else "unfinished"
print("Status:", status)
