// Plays over boardgame.io's own wire protocol with the client library it uses itself: two sockets a match, one move
// under way at each. Prints one JSON object with the same fields as ours_driver.py.
//   node driver.js --port PORT --server-pid PID --sockets 50 [--rate 1000] [--warm 2] [--seconds 5]
const fs = require("fs");
const http = require("http");
const { performance } = require("perf_hooks");
const { io } = require("socket.io-client");
const { HAND } = require("./game");

const given = { rate: 0, warm: 2, seconds: 5, sockets: 50 };
for (let k = 2; k < process.argv.length; k += 2) given[process.argv[k].slice(2)] = Number(process.argv[k + 1]);
const url = `http://127.0.0.1:${given.port}`;
const agent = new http.Agent({ keepAlive: true, maxSockets: 24 });
const pauseMs = given.rate ? (1000 * given.sockets) / 2 / given.rate : 0;
const watch = { isRunning: false, acksMs: [], updatesMs: [], bytes: 0, sampled: 0, faults: 0, lost: 0 };
let isOver = false;

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function post(path, body) {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const request = http.request(`${url}/${path}`, { method: "POST", agent, headers }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("end", () => (answer.statusCode < 300 ? resolve(JSON.parse(text)) : reject(new Error(text))));
    });
    request.on("error", reject);
    request.end(JSON.stringify(body));
  });
}

async function openMatch() {
  const { matchID } = await post("games/row/create", { numPlayers: 2 });
  const match = { matchID, sentMs: 0, nextMs: 0, seats: [] };
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await post(`games/row/${matchID}/join`, { playerID, playerName: "Ann" });
    match.seats.push({ match, playerID, credentials: playerCredentials, state: null });
  }
  return match;
}

function sit(seat) {
  return new Promise((resolve) => {
    const { match, playerID, credentials } = seat;
    seat.socket = io(`${url}/row`, { transports: ["websocket"], forceNew: true, reconnection: false });
    seat.socket.on("connect", () => seat.socket.emit("sync", match.matchID, playerID, credentials, 2));
    seat.socket.on("sync", (_, info) => {
      seat.state = info.state;
      resolve();
    });
    seat.socket.on("update", (_, state, log) => see(seat, state, log));
    seat.socket.on("disconnect", () => (watch.lost += isOver ? 0 : 1));
    seat.socket.on("connect_error", (error) => {
      console.error(error.message);
      process.exit(1);
    });
  });
}

function see(seat, state, log) {
  const waitedMs = performance.now() - seat.match.sentMs;
  seat.state = state;
  if (watch.isRunning) {
    // boardgame.io sends no ack: the mover's own update is the sign that the move was made.
    (seat.playerID === seat.match.mover ? watch.acksMs : watch.updatesMs).push(waitedMs);
    if (watch.acksMs.length % 100 === 0) {
      watch.bytes += JSON.stringify(["update", seat.match.matchID, state, log]).length;
      watch.sampled += 1;
    }
  }
  play(seat);
}

function play(seat) {
  if (isOver || seat.state.ctx.currentPlayer !== seat.playerID) return;
  if (!pauseMs) return move(seat);
  const match = seat.match;
  match.nextMs = Math.max(match.nextMs + pauseMs, performance.now());
  setTimeout(move, match.nextMs - performance.now(), seat);
}

function move(seat) {
  if (isOver) return;
  const { match, playerID, credentials, state } = seat;
  const args = [Math.floor(Math.random() * HAND)];
  match.mover = playerID;
  match.sentMs = performance.now();
  const action = { type: "MAKE_MOVE", payload: { type: "play", args, playerID, credentials } };
  seat.socket.emit("update", action, state._stateID, match.matchID, playerID);
}

function cpuSeconds(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(")").pop().trim().split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function quantiles(waits) {
  waits.sort((a, b) => a - b);
  const at = (q) => (waits.length ? Number(waits[Math.floor((waits.length - 1) * q)].toFixed(2)) : null);
  return { p50_ms: at(0.5), p99_ms: at(0.99) };
}

async function main() {
  const matches = await Promise.all(Array.from({ length: given.sockets / 2 }, openMatch));
  for (const match of matches) await Promise.all(match.seats.map(sit));
  for (const match of matches) {
    match.nextMs = performance.now() - Math.random() * pauseMs;
    match.seats.forEach(play);
  }
  await later(1000 * given.warm);
  const pids = { server: given["server-pid"], driver: process.pid };
  const before = { server: cpuSeconds(pids.server), driver: cpuSeconds(pids.driver), ms: performance.now() };
  watch.isRunning = true;
  await later(1000 * given.seconds);
  watch.isRunning = false;
  const wall = (performance.now() - before.ms) / 1000;
  const busy = (name) => Number(((cpuSeconds(pids[name]) - before[name]) / wall).toFixed(2));
  isOver = true;
  console.log(
    JSON.stringify({
      moves_per_second: Number((watch.acksMs.length / wall).toFixed(1)),
      ack: quantiles(watch.acksMs),
      update: quantiles(watch.updatesMs),
      bytes_per_update: Math.round(watch.bytes / Math.max(1, watch.sampled)),
      server_cpu: busy("server"),
      driver_cpu: busy("driver"),
      faults: watch.faults,
      lost_sockets: watch.lost,
    }),
  );
  process.exit(0);
}

main();
