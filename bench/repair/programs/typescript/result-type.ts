type Result<T, E = string> = { ok: true; value: T } | { ok: false; error: E };

const success = <T>(value: T): Result<T> => ({ ok: true, value });
const failure = <T>(error: string): Result<T> => ({ ok: false, error });

function parseNumber(text: string): Result<number> {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? failure(`"${text}" is not a number`) : success(value);
}

function divide(a: number, b: number): Result<number> {
  if (b === 0) {
    return failure('division by zero');
  }
  return success(a / b);
}

function andThen<A, B>(result: Result<A>, next: (value: A) => Result<B>): Result<B> {
  return result.ok ? next(result.value) : result;
}

function collect<T>(results: Result<T>[]): Result<T[]> {
  const values: T[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return success(values);
}

const show = <T>(result: Result<T>): string => (result.ok ? `ok ${JSON.stringify(result.value)}` : `error ${result.error}`);

console.log(show(parseNumber('42')), '|', show(parseNumber('x')));
console.log(show(andThen(parseNumber('10'), (n) => divide(n, 4))));
console.log(show(andThen(parseNumber('10'), (n) => divide(n, 0))));
console.log(show(collect(['1', '2', '3'].map(parseNumber))));
console.log(show(collect(['1', 'two'].map((text) => parseNumber(text)))));
