// Plays tiny.wasm against itself and prints the moves: node game.mjs tiny.wasm
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const { legal_moves, flips, choose } = instance.exports;
let [player, opponent] = [0x0000000810000000n, 0x0000001008000000n];
let moves = "";
while (legal_moves(player, opponent) || legal_moves(opponent, player)) {
  if (legal_moves(player, opponent)) {
    const square = choose(player, opponent);
    const flipped = flips(player, opponent, square);
    moves += "abcdefgh"[square % 8] + (1 + (square >> 3));
    [player, opponent] = [player ^ flipped ^ (1n << BigInt(square)), opponent ^ flipped];
  }
  [player, opponent] = [opponent, player];
}
console.log(moves);
