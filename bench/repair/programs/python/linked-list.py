class Node:
    def __init__(self, value, next_node=None):
        self.value = value
        self.next_node = next_node


class LinkedList:
    def __init__(self, values=()):
        self.head = None
        self.size = 0
        for value in values:
            self.append(value)

    def append(self, value):
        node = Node(value)
        if self.head is None:
            self.head = node
        else:
            current = self.head
            while current.next_node is not None:
                current = current.next_node
            current.next_node = node
        self.size += 1

    def __iter__(self):
        current = self.head
        while current is not None:
            yield current.value
            current = current.next_node

    def __len__(self):
        return self.size

    def reverse(self):
        previous = None
        current = self.head
        while current:
            following = current.next_node
            current.next_node = previous
            previous = current
            current = following
        self.head = previous

    def find(self, wanted):
        for index, value in enumerate(self):
            if value == wanted:
                return index
        return -1


numbers = LinkedList([3, 1, 4, 1, 5])
numbers.append(9)
print(list(numbers), len(numbers))
numbers.reverse()
print(" -> ".join(str(value) for value in numbers))
print("Index of 4:", numbers.find(4), "Index of 7:", numbers.find(7))
print("Sum: " + str(sum(numbers)))
