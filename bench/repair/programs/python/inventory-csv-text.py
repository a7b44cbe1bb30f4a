"""Reads a small table out of text and answers questions about it."""
import csv
import io
from collections import Counter, defaultdict

TABLE = '''id;name;department;salary;manager
1;Ada;research;5200;
2;Ben;sales;3100;1
3;Cleo;research;4700;1
4;Dan;sales;2900;2
5;Eve;support;2600;2
'''


def load(text):
    reader = csv.DictReader(io.StringIO(text), delimiter=';')
    people = {}
    for row in reader:
        manager = int(row['manager']) if row['manager'] else None
        people[int(row['id'])] = {'name': row['name'], 'department': row['department'],
                                  'salary': float(row['salary']), 'manager': manager}
    return people


def chain(people, person_id):
    person = people[person_id]
    if person['manager'] is None:
        return [person['name']]
    return [person['name']] + chain(people, person['manager'])


def by_department(people):
    groups = defaultdict(list)
    for person in people.values():
        groups[person['department']].append(person['salary'])
    return {name: sum(salaries) / len(salaries) for name, salaries in groups.items()}


people = load(TABLE)
for department, mean in sorted(by_department(people).items()):
    print('%-10s %8.2f' % (department, mean))
print(' < '.join(chain(people, 4)))
reports = Counter(person['manager'] for person in people.values() if person['manager'] is not None)
for manager, count in reports.most_common():
    print(people[manager]['name'] + ' leads ' + str(count))
raised = {key: round(person['salary'] * 1.1) for key, person in people.items() if person['salary'] < 3000}
print('Raised:', raised, 'unknown:', people.get(9, {'name': 'nobody'})['name'])
