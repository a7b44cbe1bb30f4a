class Player {
  #scores = []

  constructor(name) {
    this.name = name
  }

  play(score) {
    if (typeof score !== "number" || Number.isNaN(score)) {
      throw new TypeError("score must be a number")
    }
    this.#scores.push(score)
    return this
  }

  get best() {
    return this.#scores.length > 0 ? Math.max(...this.#scores) : 0
  }

  get games() {
    return this.#scores.length
  }
}

class Champion extends Player {
  constructor(name, title) {
    super(name)
    this.title = title
  }

  toString() {
    return `${this.title} ${this.name}`
  }
}

const players = [new Player("Ada").play(70).play(95), new Player("Ben").play(82), new Champion("Cleo", "Queen")]
players[2].play(95).play(40).play(60)

const ranking = players.slice().sort((a, b) => b.best - a.best || a.games - b.games)
ranking.forEach((player, index) => {
  console.log(`${index + 1}. ${player.name.padEnd(6)} ${player.best} in ${player.games} games`)
})
try {
  players[0].play("90")
} catch (error) {
  console.log(error.name, error.message)
}
const champions = players.filter((player) => player instanceof Champion)
console.log(champions.map(String), champions.length)
const totals = players.reduce((sum, { games }) => sum + games, 0)
console.log("Games:", totals, ranking[0].name.includes("d") ? "yes" : "no")
