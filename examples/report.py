import json

def totals(orders):
    result = {}
    for order in orders
        result[order["customer"]] = result.get(order["customer"], 0) + order["amount"]
    return result

orders = json.loads('[{"customer": "Ada", "amount": 40}, {"customer": "Ben", "amount": 2}]')
print(total(orders))
