// A game for boardgame.io whose updates are about as large as ours for DOTS with 72 cards: two hands of which the
// other one's is hidden, a pile, a row of face-up cards, and a note of the last moves.
const { PlayerView } = require("boardgame.io/core");

const CARDS = 72;
const HAND = 12;
const NOTES = 6;

const card = (n) => ({ id: n, colour: n % 6, dots: 1 + (n % 9) });
const range = (first, count) => Array.from({ length: count }, (_, k) => card(first + k));

const setup = () => ({
  secret: { stock: range(2 * HAND, CARDS - 2 * HAND - 6) },
  players: { 0: { hand: range(0, HAND) }, 1: { hand: range(HAND, HAND) } },
  row: range(CARDS - 6, 6),
  scores: [0, 0],
  notes: [],
});

const play = ({ G, playerID }, place) => {
  const hand = G.players[playerID].hand;
  const drawn = G.secret.stock.shift();
  G.secret.stock.push(G.row[place % 6]);
  G.row[place % 6] = hand[place];
  hand[place] = drawn;
  G.scores[playerID] += G.row[place % 6].dots;
  G.notes.push(`Player ${Number(playerID) + 1} lays card ${place} and draws another`);
  if (G.notes.length > NOTES) G.notes.shift();
};

exports.HAND = HAND;
exports.game = {
  name: "row",
  setup,
  moves: { play },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: PlayerView.STRIP_SECRETS,
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true, // ours has none at a live table, so the peer need not keep any
};
