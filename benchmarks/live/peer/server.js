// boardgame.io's server as its documentation starts it, with its default storage (in memory).
//   node server.js PORT
const { Server, Origins } = require("boardgame.io/server");
const { game } = require("./game");

const port = Number(process.argv[2]);
Server({ games: [game], origins: [Origins.LOCALHOST] })
  .run({ port })
  .then(() => console.log("ready"));
