import math


def is_prime(number):
    if number < 2:
        return False
    for divisor in range(2, math.isqrt(number) + 1):
        if number % divisor == 0:
            return False
    return True


def primes():
    candidate = 2
    while True:
        if is_prime(candidate):
            yield candidate
        candidate += 1


def take(count, iterator):
    result = []
    while len(result) < count:
        result.append(next(iterator))
    return result


def factorize(number):
    factors = []
    divisor = 2
    while number > 1:
        while number % divisor == 0:
            factors.append(divisor)
            number = number // divisor
        divisor += 1
    return factors


def sieve(limit):
    marks = [True] * (limit + 1)
    marks[0] = marks[1] = False
    for number in range(2, math.isqrt(limit) + 1):
        if marks[number] and not marks[number] is None:
            for multiple in range(number * number, limit + 1, number):
                marks[multiple] = False
    return [number for number in range(limit + 1) if marks[number]]


print(take(10, primes()))
print(sieve(30) == take(10, primes()), len(sieve(100)))
for value in (12, 97, 360):
    print(value, "=", " * ".join(str(factor) for factor in factorize(value)), is_prime(value))
print("GCD: " + str(math.gcd(84, 36)))
