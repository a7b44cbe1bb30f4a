# Counters that remember their value in different ways.
total_calls = 0
log = []


def make_counter(step=1):
    value = 0

    def increase():
        nonlocal value
        value += step
        return value

    def reset():
        nonlocal value
        value = 0

    return increase, reset


def record(message):
    global total_calls
    total_calls += 1
    log.append(f'{total_calls}: {message}')


def memoize(function):
    cache = {}

    def wrapper(number):
        if number not in cache:
            cache[number] = function(number)
            record(f'computed {number}')
        return cache[number]

    return wrapper


@memoize
def fibonacci(number):
    if number < 2:
        return number
    return fibonacci(number - 1) + fibonacci(number - 2)


by_one, reset_one = make_counter()
by_five, _ = make_counter(step=5)
print(by_one(), by_one(), by_five(), by_five())
reset_one()
print('After reset:', by_one())
print('Fibonacci: ' + str(fibonacci(10)))
print(total_calls, log[0], log[-1])
print(', '.join(log[:3]))
