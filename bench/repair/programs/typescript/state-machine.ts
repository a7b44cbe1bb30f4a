enum State {
  Idle = 'idle',
  Running = 'running',
  Stopped = 'stopped',
}

type Event = 'start' | 'pause' | 'stop';

const transitions: Record<State, Partial<Record<Event, State>>> = {
  [State.Idle]: { start: State.Running, stop: State.Stopped },
  [State.Running]: { pause: State.Idle, stop: State.Stopped },
  [State.Stopped]: {},
};

class Machine {
  readonly history: State[] = [];

  constructor(private state: State = State.Idle, public readonly name: string = 'machine') {
    this.history.push(state);
  }

  send(event: Event): boolean {
    const next: State | undefined = transitions[this.state][event];
    if (next === undefined) {
      return false;
    }
    this.state = next;
    this.history.push(next);
    return true;
  }

  get current(): State {
    return this.state;
  }
}

const machine = new Machine();
const events: Event[] = ['start', 'pause', 'pause', 'start', 'stop', 'start'];
const accepted = events.map((event) => machine.send(event));
console.log(accepted.map(Number).join(''));
console.log(machine.history.join(' > '), machine.current === State.Stopped);
console.log(Object.values(State).length, machine.name.toUpperCase());
const second = new Machine(State.Running, 'second');
console.log(second.send('start'), second.current);
