const teams = ['Lions', 'Bears', 'Wolves', 'Hawks'];
const scores = { 'Lions-Bears': [2, 1], 'Lions-Wolves': [0, 0], 'Lions-Hawks': [1, 3], 'Bears-Wolves': [4, 2] };

function pairs(names) {
  return names.flatMap((first, index) => names.slice(index + 1).map((second) => [first, second]));
}

function emptyTable(names) {
  const table = {};
  for (const name of names) {
    table[name] = { played: 0, points: 0, difference: 0 };
  }
  return table;
}

function play(table, [home, away]) {
  const score = scores[`${home}-${away}`];
  if (score === undefined) {
    return false;
  }
  const [forHome, forAway] = score;
  const difference = forHome - forAway;
  table[home].difference += difference;
  table[away].difference -= difference;
  table[home].points += difference > 0 ? 3 : difference === 0 ? 1 : 0;
  table[away].points += difference < 0 ? 3 : difference === 0 ? 1 : 0;
  [home, away].forEach((name) => {
    table[name].played++;
  });
  return true;
}

const table = emptyTable(teams);
const matches = pairs(teams);
const played = matches.filter((match) => play(table, match)).length;
console.log(`${played} of ${matches.length} played`);
const ranking = Object.entries(table).sort(([, a], [, b]) => b.points - a.points || b.difference - a.difference);
ranking.forEach(([name, row], index) => {
  console.log(`${index + 1}. ${name.padEnd(7)}${row.points} (${row.difference > 0 ? '+' : ''}${row.difference})`);
});
const leader = ranking.at(0)[0];
console.log(leader, leader.length > 4 && leader !== 'Bears' ? 'wins' : 'leads');
