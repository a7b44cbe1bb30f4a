import pandas as pd

orders = pd.DataFrame(
    {
        "customer": ["ada", "ben", "ada", "cleo", "ben", "ada"],
        "product": ["pen", "ink", "pad", "pen", "pad", "ink"],
        "amount": [2, 1, 5, 10, 3, 2],
        "price": [1.5, 7.0, 3.0, 1.5, 3.0, 7.0],
    }
)
cities = pd.DataFrame({"customer": ["ada", "ben", "cleo"], "city": ["Paris", "Rome", "Oslo"]})


def add_total(frame):
    result = frame.copy()
    result["total"] = result["amount"] * result["price"]
    return result


def totals_by(frame, column):
    grouped = frame.groupby(column)["total"].sum()
    return grouped.sort_values(ascending=False)


def top_rows(frame, count):
    return frame.sort_values("total", ascending=False).head(count)


table = add_total(orders).merge(cities, on="customer")
for customer, total in totals_by(table, "customer").items():
    print(f"{customer:<6}{total:>7.2f}")
for _, row in top_rows(table, 2).iterrows():
    print(row["customer"].upper(), row["product"], row["total"])
print(totals_by(table, "city").to_dict())
extra = pd.DataFrame({"customer": ["dan"], "product": ["pen"], "amount": [1], "price": [1.5]})
combined = pd.concat([orders, extra], ignore_index=True)
print(len(combined), combined["amount"].sum(), combined.iloc[-1]["customer"])
print("Mean: " + str(round(table["total"].mean(), 3)))
