class InsufficientFundsError extends Error {
  constructor(needed, available) {
    super(`need ${needed}, have ${available}`);
    this.name = 'InsufficientFundsError';
    this.missing = needed - available;
  }
}

class Account {
  static #count = 0;

  constructor(owner, balance = 0) {
    this.owner = owner;
    this.balance = balance;
    this.log = [];
    Account.#count += 1;
  }

  static get count() {
    return Account.#count;
  }

  deposit(amount) {
    if (amount <= 0) throw new TypeError('amount must be positive');
    this.balance += amount;
    this.log.push({ kind: 'deposit', amount });
  }

  withdraw(amount) {
    if (amount > this.balance) throw new InsufficientFundsError(amount, this.balance);
    this.balance -= amount;
    this.log.push({ kind: 'withdraw', amount });
  }
}

function transfer(from, to, amount) {
  try {
    from.withdraw(amount);
    to.deposit(amount);
    return true;
  } catch (error) {
    if (error instanceof InsufficientFundsError) {
      console.log(`${from.owner} lacks ${error.missing}`);
      return false;
    }
    throw error;
  } finally {
    console.log('balance', from.balance, to.balance);
  }
}

const ada = new Account('Ada', 100);
const ben = new Account('Ben');
console.log(transfer(ada, ben, 70), transfer(ada, ben, 70));
console.log(Account.count, ada.log, ben.log.length);
