import { writeFileSync, readFileSync, mkdirSync } from 'node:fs';

interface LogEntry {
  level: 'info' | 'warn' | 'error';
  message: string;
  at: Date;
}

abstract class Sink {
  abstract write(entry: LogEntry): void;

  protected format(entry: LogEntry): string {
    return `${entry.at.toISOString().slice(11, 19)} ${entry.level.toUpperCase()} ${entry.message}`;
  }
}

class MemorySink extends Sink {
  public lines: string[] = [];

  write(entry: LogEntry): void {
    this.lines.push(this.format(entry));
  }
}

class Logger<S extends Sink> {
  private seconds = 0;
  constructor(private readonly sink: S, private readonly minimum: LogEntry['level'] = 'info') {}

  log(level: LogEntry['level'], message: string): void {
    const order: LogEntry['level'][] = ['info', 'warn', 'error'];
    if (order.indexOf(level) < order.indexOf(this.minimum)) return;
    this.sink.write({ level, message, at: new Date(Date.UTC(2024, 0, 1, 0, 0, this.seconds++)) });
  }
}

const sink = new MemorySink();
const logger = new Logger<MemorySink>(sink, 'warn');
logger.log('info', 'ignored');
logger.log('warn', 'disk is nearly full');
logger.log('error', 'disk is full');
mkdirSync('logs/today', { recursive: true });
writeFileSync('logs/today/app.log', sink.lines.join('\n'));
const stored: string[] = readFileSync('logs/today/app.log', 'utf8').split('\n');
stored.forEach((line: string, index: number) => console.log(index + 1, line));
console.log(stored.length === sink.lines.length);
