class Node {
  constructor(value) {
    this.value = value;
    this.left = null;
    this.right = null;
  }
}

class Tree {
  root = null;
  #size = 0;

  insert(value) {
    this.#size++;
    if (this.root === null) {
      this.root = new Node(value);
      return;
    }
    let current = this.root;
    while (true) {
      const side = value < current.value ? 'left' : 'right';
      if (current[side] === null) {
        current[side] = new Node(value);
        return;
      }
      current = current[side];
    }
  }

  *[Symbol.iterator](node = this.root) {
    if (node === null) return;
    yield* this[Symbol.iterator](node.left);
    yield node.value;
    yield* this[Symbol.iterator](node.right);
  }

  height(node = this.root) {
    if (node === null) return 0;
    return 1 + Math.max(this.height(node.left), this.height(node.right));
  }

  get size() {
    return this.#size;
  }
}

const tree = new Tree();
for (const value of [5, 2, 8, 1, 9, 3]) {
  tree.insert(value);
}
console.log([...tree].join(' '), 'height', tree.height(), 'size', tree.size);
console.log(Math.max(...tree), [...tree].includes(8), [...tree].indexOf(7));
