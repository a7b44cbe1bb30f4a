import random


def bubble_sort(values):
    items = list(values)
    for end in range(len(items) - 1, 0, -1):
        for index in range(end):
            if items[index] > items[index + 1]:
                items[index], items[index + 1] = items[index + 1], items[index]
    return items


def merge_sort(values):
    if len(values) <= 1:
        return list(values)
    middle = len(values) // 2
    left = merge_sort(values[:middle])
    right = merge_sort(values[middle:])
    merged = []
    while left and right:
        smaller = left if left[0] <= right[0] else right
        merged.append(smaller.pop(0))
    return merged + left + right


def binary_search(values, wanted):
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        elif values[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def is_sorted(values):
    for index in range(len(values) - 1):
        if values[index] > values[index + 1]:
            return False
    return True


random.seed(7)
numbers = [(n * 37) % 101 for n in range(12)]
print(bubble_sort(numbers))
print(merge_sort(numbers) == sorted(numbers), is_sorted(numbers), is_sorted(bubble_sort(numbers)))
ordered = merge_sort(numbers)
print(binary_search(ordered, 74), binary_search(ordered, 75))
words = ["pear", "fig", "banana", "kiwi"]
words.sort(key=len, reverse=True)
print(" ".join(words), "min: " + str(min(numbers)))
shuffled = numbers[:]
random.shuffle(shuffled)
print(sorted(shuffled) == ordered, len(shuffled))
