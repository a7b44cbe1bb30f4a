def average(numbers):
    return sum(numbers) / len(numbers)

print("of three:", average([4, 5, 6]))
print("of none: ", average([]))
