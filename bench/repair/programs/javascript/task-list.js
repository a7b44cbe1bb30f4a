class Task {
  constructor(title, priority = 1) {
    this.title = title;
    this.priority = priority;
    this.done = false;
  }

  finish() {
    this.done = true;
    return this;
  }
}

class TaskList {
  constructor() {
    this.tasks = [];
  }

  add(title, priority) {
    const task = new Task(title, priority);
    this.tasks.push(task);
    return task;
  }

  open() {
    return this.tasks.filter((task) => !task.done);
  }

  sorted() {
    return [...this.tasks].sort((a, b) => b.priority - a.priority || a.title.localeCompare(b.title));
  }

  summary() {
    const finished = this.tasks.length - this.open().length;
    return `${finished} of ${this.tasks.length} done`;
  }
}

const list = new TaskList();
list.add('write report', 3);
list.add('buy milk');
list.add('call Ben', 3).finish();
for (const task of list.sorted()) {
  console.log(task.priority, task.title, task.done ? 'x' : '-');
}
console.log(list.summary());
console.log(list.open().map((task) => task.title.toUpperCase()).join(', '));
