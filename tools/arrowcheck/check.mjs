// Reads shards by the table in datasets/doc.go and compares what they add up to
// with what `go test ./datasets -run Totals -totals-of RUN -totals-out FILE`
// has written of the same shards.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompressionType, compressionRegistry, tableFromIPC } from 'apache-arrow';
import { decompress } from 'fzstd';

compressionRegistry.set(CompressionType.ZSTD, { decode: (data) => decompress(data).slice() }); // in memory of its own, and so aligned

const [folder, file] = process.argv.slice(2);
const faults = [];

function popcount(set) {
  let n = 0;
  for (; set; set &= set - 1n) n++;
  return n;
}

// A row that does not keep the table's promises is a fault.
function check(row, moves, previous) {
  const want = (holds, what) => {
    if (!holds) faults.push(`game ${row.game_id}, ply ${row.ply}: ${what}`);
  };
  const sets = [row.white_men, row.white_kings, row.black_men, row.black_kings];
  want(popcount(sets.reduce((a, b) => a | b)) === sets.reduce((n, s) => n + popcount(s), 0), 'sets of squares overlap');
  want((row.white_men & 31n) === 0n && row.black_men >> 45n === 0n, 'a man stands on its last row');
  want(row.ending >= 1 && row.ending <= 8 && Math.abs(row.outcome) <= 1, 'no such ending or outcome');
  if (previous?.game_id === row.game_id) {
    want(row.ply > previous.ply && row.start === null && row.game === null, 'not the next row of its game');
    want(row.ply + row.plies_left === previous.ply + previous.plies_left, 'the game has another length');
    want(row.outcome === (row.turn === previous.turn ? 1 : -1) * previous.outcome, 'the game has another outcome');
  } else {
    want(!previous || row.game_id > previous.game_id, 'the game is not the next');
    want(row.start !== null && row.game.length === row.ply + row.plies_left, 'the game is not as long as it says');
  }
  if (moves.length === 0) return want(row.weight === 0, 'a bare row has weight');
  const near = (x, y) => Math.abs(x - y) < 1e-3;
  want(near(row.win + row.draw + row.loss, 1), 'win, draw and loss do not add up to 1');
  const priors = moves.reduce((sum, m) => sum + m.prior, 0);
  want(near(priors, 1) || priors === 0, 'the priors do not add up to 1');
  want(row.played < moves.length, 'the move played is not there');
  const own = row.turn === 0 ? row.white_men | row.white_kings : row.black_men | row.black_kings;
  const other = row.turn === 0 ? row.black_men | row.black_kings : row.white_men | row.white_kings;
  want(moves.every((m) => (own >> BigInt(m.from - 1)) & 1n && (m.captured & ~other) === 0n), 'a move is not of this board');
}

function totals(name) {
  const table = tableFromIPC(readFileSync(join(folder, name)));
  const sum = { name, net: table.schema.metadata.get('drafthorse.net'), rows: 0, games: 0, moves: 0, visits: 0, captured: 0, wins: 0, draws: 0, losses: 0, plies_left: 0, priors: 0, values: 0, weights: 0 };
  let previous;
  for (const row of table) {
    const moves = [...row.moves].map((m) => m.toJSON());
    check(row, moves, previous);
    sum.rows++;
    sum.games += row.start === null ? 0 : 1;
    sum.moves += moves.length;
    for (const m of moves) {
      sum.visits += m.visits;
      sum.captured += popcount(m.captured);
      sum.priors += m.prior;
      sum.values += m.q;
    }
    sum[{ 1: 'wins', 0: 'draws', '-1': 'losses' }[row.outcome]]++;
    sum.plies_left += row.plies_left;
    sum.weights += row.weight;
    previous = row.toJSON();
  }
  for (const key of ['rows', 'games']) {
    const says = Number(table.schema.metadata.get(`drafthorse.${key}`));
    if (says !== sum[key]) faults.push(`${name}: ${sum[key]} ${key}, its metadata say ${says}`);
  }
  return sum;
}

const all = { shards: 0, games: 0, rows: 0, visits: 0, wins: 0, draws: 0, losses: 0 };
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const ours = JSON.parse(line);
  const theirs = totals(ours.name);
  for (const [key, value] of Object.entries(ours)) {
    const float = ['priors', 'values', 'weights'].includes(key);
    const same = float ? Math.abs(value - theirs[key]) <= 1e-9 * (1 + Math.abs(value)) : value === theirs[key];
    if (!same) faults.push(`${ours.name}: ${key} ${theirs[key]}, want ${value}`);
  }
  all.shards++;
  for (const key of Object.keys(all)) all[key] += theirs[key] ?? 0;
}
console.log(`apache-arrow: ${Object.entries(all).map(([key, n]) => `${n} ${key}`).join(', ')}`);
if (faults.length || !all.rows) {
  console.error(`${faults.length} faults`, faults.slice(0, 20));
  process.exitCode = 1;
}
