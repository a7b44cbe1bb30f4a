import copy
import json

DEFAULTS = {
    "name": "service",
    "debug": False,
    "workers": 2,
    "database": {"host": "localhost", "port": 5432, "password": None},
    "features": ["login", "search"],
}

OVERRIDES = '{"debug": true, "workers": 4, "database": {"port": 6543}, "owner": null}'


def merge(base, extra):
    result = copy.deepcopy(base)
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merge(result[key], value)
        else:
            result[key] = value
    return result


def flatten(config, prefix=""):
    flat = {}
    for key, value in config.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(value, dict):
            flat.update(flatten(value, path))
        else:
            flat[path] = value
    return flat


def validate(config):
    errors = []
    if config["workers"] < 1 or config["workers"] > 64:
        errors.append("workers out of range")
    if not config["name"]:
        errors.append("name is empty")
    if config["database"]["password"] is None and not config["debug"]:
        errors.append("password is missing")
    return errors


config = merge(DEFAULTS, json.loads(OVERRIDES))
for path, value in sorted(flatten(config).items()):
    print(path, "=", json.dumps(value))
print("Errors:", validate(config), validate(DEFAULTS))
print(json.dumps(config["database"], sort_keys=True))
print("Unchanged: " + str(DEFAULTS["workers"] == 2))
