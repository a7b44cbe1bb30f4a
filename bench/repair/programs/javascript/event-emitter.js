const { EventEmitter } = require('node:events');
const assert = require('node:assert');

class Store extends EventEmitter {
  constructor(initial) {
    super();
    this.state = initial;
    this.history = [];
  }

  dispatch(action) {
    const previous = this.state;
    this.history.push(action.type);
    this.state = reducer(previous, action);
    if (this.state !== previous) {
      this.emit('change', this.state, previous);
    }
  }
}

function reducer(state, action) {
  switch (action.type) {
    case 'add':
      return { ...state, items: [...state.items, action.item] };
    case 'remove':
      return { ...state, items: state.items.filter((item) => item !== action.item) };
    case 'clear':
      return { ...state, items: [] };
    default:
      return state;
  }
}

const store = new Store({ items: [], owner: null });
let changes = 0;
store.on('change', (state, previous) => {
  changes += 1;
  console.log(`${previous.items.length} -> ${state.items.length}`);
});
store.dispatch({ type: 'add', item: 'pen' });
store.dispatch({ type: 'add', item: 'ink' });
store.dispatch({ type: 'remove', item: 'pen' });
store.dispatch({ type: 'unknown' });
assert.deepStrictEqual(store.state.items, ['ink']);
console.log(changes, store.history.join(','), JSON.stringify(store.state));
console.log(store.state.owner === null ? 'nobody' : store.state.owner);
