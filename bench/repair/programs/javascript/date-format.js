const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const DAY_MS = 24 * 60 * 60 * 1000;

function pad(number, width = 2) {
  return String(number).padStart(width, '0');
}

function format(date, pattern) {
  const parts = {
    YYYY: date.getUTCFullYear(),
    MM: pad(date.getUTCMonth() + 1),
    DD: pad(date.getUTCDate()),
    hh: pad(date.getUTCHours()),
    mm: pad(date.getUTCMinutes()),
    ddd: DAYS[date.getUTCDay()],
  };
  return pattern.replace(/YYYY|MM|DD|hh|mm|ddd/g, (key) => parts[key]);
}

function addDays(date, days) {
  return new Date(date.getTime() + days * DAY_MS);
}

function isWeekend(date) {
  const day = date.getUTCDay();
  return day === 0 || day === 6;
}

function workingDays(from, to) {
  let count = 0;
  for (let day = from; day < to; day = addDays(day, 1)) {
    if (!isWeekend(day)) {
      count++;
    }
  }
  return count;
}

const start = new Date(Date.UTC(2024, 1, 27, 9, 5));
console.log(format(start, 'ddd DD.MM.YYYY hh:mm'));
console.log(format(addDays(start, 3), 'YYYY-MM-DD'), isWeekend(addDays(start, 4)));
console.log('Working days: ' + workingDays(start, addDays(start, 14)));
console.log(new Date('2024-03-01T00:00:00Z').toISOString(), Number.isNaN(new Date('soon').getTime()));
console.log([0, 1, 2].map((offset) => format(addDays(start, offset), 'ddd')).join('|'));
