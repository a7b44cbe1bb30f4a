const assert = require("node:assert")
const { format } = require("node:util")

class Cart {
  constructor(currency = "EUR") {
    this.currency = currency
    this.lines = new Map()
    this.coupon = undefined
  }

  add(name, price, count = 1) {
    const line = this.lines.get(name) ?? { price, count: 0 }
    line.count += count
    this.lines.set(name, line)
    return this
  }

  remove(name) {
    return this.lines.delete(name)
  }

  applyCoupon(code) {
    const known = { SAVE10: 10, HALF: 50 }
    if (!(code in known)) {
      throw new Error(`coupon ${code} is not known`)
    }
    this.coupon = known[code]
  }

  get total() {
    let sum = 0
    for (const { price, count } of this.lines.values()) {
      sum += price * count
    }
    return this.coupon === undefined ? sum : sum * (1 - this.coupon / 100)
  }

  toString() {
    const names = Array.from(this.lines.keys()).sort()
    return format("%s items: %s, %s %s", this.lines.size, names.join("+"), this.total.toFixed(2), this.currency)
  }
}

const cart = new Cart()
cart.add("book", 12.5, 2).add("pen", 1.2).add("book", 12.5)
console.log(String(cart))
cart.applyCoupon("SAVE10")
console.log(cart.total.toFixed(2), cart.remove("pen"), cart.remove("ink"))
assert.throws(() => cart.applyCoupon("FREE"), /not known/)
console.log(`${cart}`)
