def is_prime(n):
    if n < 2:
        return False
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            return False
        divisor += 1
    return True


def fizzbuzz(n):
    if n % 15 == 0:
        return "FizzBuzz"
    if n % 3 == 0:
        return "Fizz"
    if n % 5 == 0:
        return "Buzz"
    return str(n)


def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


def to_base(number, base=2):
    if base < 2 or base > 16:
        raise ValueError("base must be from 2 to 16")
    if number == 0:
        return "0"
    digits = ""
    rest = abs(number)
    while rest:
        digits = "0123456789abcdef"[rest % base] + digits
        rest //= base
    return "-" + digits if number < 0 else digits


def mean_and_spread(values):
    if not values:
        raise ValueError("no values")
    mean = sum(values) / len(values)
    return mean, (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
