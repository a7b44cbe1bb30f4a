const readings = [
  { city: "Oslo", day: "Mon", degrees: 4 },
  { city: "Rome", day: "Mon", degrees: 18 },
  { city: "Oslo", day: "Tue", degrees: 6 },
  { city: "Rome", day: "Tue", degrees: null },
]

function average(values) {
  if (values.length === 0) {
    return 0
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function byCity(list) {
  const groups = new Map()
  for (const { city, degrees } of list) {
    if (!groups.has(city)) {
      groups.set(city, [])
    }
    if (degrees !== null && degrees !== undefined) {
      groups.get(city).push(degrees)
    }
  }
  return groups
}

function describe(degrees) {
  if (degrees < 5) {
    return "cold"
  } else if (degrees < 15) {
    return "mild"
  } else {
    return "warm"
  }
}

for (const [city, values] of byCity(readings)) {
  const mean = average(values)
  console.log(city + ": " + mean.toFixed(1) + " (" + describe(mean) + ")")
}
const days = [...new Set(readings.map((reading) => reading.day))]
console.log(days.join(" and "), readings.some((reading) => reading.degrees === null))
const missing = readings.find((reading) => reading.degrees === null)
console.log(`Missing: ${missing?.city ?? "none"} on ${missing?.day}`)
console.log(Object.entries({ low: 4, high: 18 }).map(([key, value]) => `${key}=${value}`).join("&"))
