import pandas as pd

RECORDS = [
    {"name": "Ada", "subject": "math", "score": 91, "date": "2024-01-10"},
    {"name": "Ben", "subject": "math", "score": 67, "date": "2024-01-10"},
    {"name": "Ada", "subject": "art", "score": 78, "date": "2024-02-03"},
    {"name": "Cleo", "subject": "art", "score": None, "date": "2024-02-03"},
    {"name": "Ben", "subject": "art", "score": 85, "date": "2024-02-04"},
]


def load(records):
    frame = pd.DataFrame(records)
    frame["date"] = pd.to_datetime(frame["date"])
    frame["score"] = frame["score"].fillna(0).astype(int)
    return frame


def grade(score):
    if score >= 90:
        return "A"
    elif score >= 70:
        return "B"
    return "C"


def pivot(frame):
    table = frame.pivot_table(index="name", columns="subject", values="score", aggfunc="sum", fill_value=0)
    return {name: row.to_dict() for name, row in table.iterrows()}


frame = load(RECORDS)
frame["grade"] = frame["score"].apply(grade)
ranked = frame.sort_values(by=["score"], ascending=False).reset_index(drop=True)
for index, row in ranked.iterrows():
    print(index + 1, row["name"], row["subject"], row["grade"])
print(pivot(frame))
print(frame.groupby("subject")["score"].agg(["mean", "max"]).round(2).to_dict("index"))
print("Months:", sorted(frame["date"].dt.month.unique().tolist()))
good = frame[(frame["score"] > 70) & (frame["subject"] == "art")]
print(len(good), good["name"].tolist(), "best: " + str(frame["score"].max()))
print(frame["grade"].value_counts().sort_index().to_dict())
print(frame.loc[frame["score"].idxmax(), "name"], frame["score"].to_numpy().sum())
