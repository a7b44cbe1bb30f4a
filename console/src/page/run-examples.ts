/** Programs to begin with; the first stands in the editor of somebody who has never been here. */
export const EXAMPLES = [
  {
    name: 'a misspelt name',
    text: `def average(numbers):
    total = sum(numbers)
    return totl / len(numbers)

scores = [71, 84, 90, 66]
print("average:", average(scores))
`,
  },
  {
    name: 'a missing import',
    text: `points = [(3, 4), (6, 8), (5, 12)]
for x, y in points:
    print(f"({x}, {y}) is {math.hypot(x, y):.1f} away")
`,
  },
  {
    name: 'an answer with two blocks',
    text: `First count the words in a text:

\`\`\`python
from collections import Counter
text = "the quick brown fox jumps over the lazy dog the end"
for word, count in Counter(text.split()).most_common(3):
    print(f"{count:>3} {word}")
\`\`\`

And the same in the shell:

\`\`\`bash
echo "the quick brown fox the lazy dog the end" | tr ' ' '\\n' | sort | uniq -c | sort -rn | head -3
\`\`\`
`,
  },
  {
    name: 'a dangerous program',
    text: `import os
import subprocess

# Guard looks before anything runs.
password = "hunter2-in-the-source"
subprocess.run("rm -rf /tmp/cache/" + os.environ.get("NAME", ""), shell=True)
print(eval("6 * 7"))
`,
  },
]
