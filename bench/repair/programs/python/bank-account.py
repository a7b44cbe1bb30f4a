class InsufficientFunds(Exception):
    def __init__(self, needed, available):
        super().__init__(f"need {needed}, have {available}")
        self.needed = needed
        self.available = available


class Account:
    count = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []
        Account.count += 1

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(("deposit", amount))

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(amount, self.balance)
        self.balance -= amount
        self.history.append(("withdraw", amount))

    def __str__(self):
        return f"{self.owner}: {self.balance}"


def transfer(source, target, amount):
    try:
        source.withdraw(amount)
    except InsufficientFunds as error:
        print("Transfer failed:", error)
        return False
    else:
        target.deposit(amount)
        return True


ada = Account("Ada", 100)
ben = Account("Ben")
print(transfer(ada, ben, 30), transfer(ben, ada, 80))
print(ada, "|", ben, "|", Account.count)
try:
    ben.deposit(-5)
except ValueError as error:
    print("Error: " + str(error))
for kind, amount in ada.history + ben.history:
    print("{:>10} {}".format(kind, amount))
