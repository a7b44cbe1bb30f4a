from collections.abc import Callable, Mapping
import collections
import inspect


class EventBus:
    def __init__(self):
        self.handlers = {}
        self.seen = []

    def on(self, name, handler):
        if not callable(handler):
            raise TypeError("handler must be callable")
        self.handlers.setdefault(name, []).append(handler)

    def off(self, name):
        for key in list(self.handlers.keys()):
            if key.startswith(name):
                del self.handlers[key]

    def emit(self, event, **data):
        self.seen.append(event)
        results = []
        for handler in self.handlers.get(event, []):
            wanted = inspect.getfullargspec(handler).args
            results.append(handler(**{key: data[key] for key in wanted}))
        return results


def flatten(value, prefix=""):
    if isinstance(value, collections.abc.Mapping):
        return [item for key in value for item in flatten(value[key], prefix + key + ".")]
    return [prefix.rstrip(".") + "=" + str(value)]


bus = EventBus()
bus.on("user.created", lambda name: "hello " + name)
bus.on("user.created", lambda name, age: name.upper() + str(age))
bus.on("user.deleted", lambda name: f"bye {name}")
print(bus.emit("user.created", name="ada", age=36))
print(bus.emit("unknown"), bus.emit("user.deleted", name="ada"))
bus.off("user.d")
print(list(bus.handlers.keys())[0], len(bus.handlers), bus.seen)
print(flatten({"a": {"b": 1, "c": {"d": None}}, "e": True}))
print(isinstance({}, Mapping), isinstance(len, Callable), isinstance([], Mapping))
