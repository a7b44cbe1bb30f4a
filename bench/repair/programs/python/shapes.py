from abc import ABC, abstractmethod
import math


class Shape(ABC):
    @abstractmethod
    def area(self):
        """Area in square units."""

    @property
    def name(self):
        return type(self).__name__

    def describe(self):
        return f"{self.name}: {self.area():.2f}"


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        return math.pi * self.radius ** 2


class Rectangle(Shape):
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def area(self):
        return self.width * self.height

    def scale(self, factor):
        return Rectangle(self.width * factor, self.height * factor)


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side)

    @classmethod
    def from_area(cls, area):
        return cls(math.sqrt(area))

    @staticmethod
    def sides():
        return 4


shapes = [Circle(1.5), Rectangle(2, 3.5), Square.from_area(16)]
for shape in shapes:
    print(shape.describe())
print("Total: " + str(round(sum(shape.area() for shape in shapes), 3)))
largest = max(shapes, key=lambda shape: shape.area())
print("Largest:", largest.name, Square.sides(), isinstance(shapes[2], Rectangle))
print(shapes[1].scale(2).describe())
