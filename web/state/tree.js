// A game with its variations: a tree of nodes, each the position after a move. The tree knows no
// rules. The engine supplies board and legal moves as facts of the nodes.

/** The facts known without the engine. @type {Facts} */
export const START = {
  board: `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)}`, side: 'black', legal: ['d3', 'c4', 'f5', 'e6'],
  black: 2, white: 2, empties: 60, result: null, opening: null,
};

/** @returns {Game} */
export function newGame(start = 'startpos') {
  const facts = start === 'startpos' ? START : undefined;
  return {
    start,
    nodes: { 0: { id: 0, parent: null, move: null, children: [], facts } },
    current: 0,
    nextId: 1,
  };
}

/** @param {Game} game @param {number} id @param {Partial<GameNode>} changes @returns {Game} */
export function change(game, id, changes) {
  const node = game.nodes[id];
  return node ? { ...game, nodes: { ...game.nodes, [id]: { ...node, ...changes } } } : game;
}

/** The nodes from the start to this one. @param {Game} game @param {number} id */
export function pathTo(game, id) {
  const path = [];
  for (let at = /** @type {number | null} */ (id); at !== null; at = game.nodes[at].parent) path.push(at);
  return path.reverse();
}

/** @param {Game} game @param {number} id @returns {string[]} */
export function movesTo(game, id) {
  return pathTo(game, id).slice(1).map((at) => /** @type {string} */ (game.nodes[at].move));
}

/** The child that `forward` leads to. @param {GameNode} node */
export function following(node) {
  return node.next !== undefined && node.children.includes(node.next) ? node.next : node.children[0];
}

/** The nodes from the start through this one to the end. @param {Game} game @param {number} id */
export function lineThrough(game, id) {
  const line = pathTo(game, id);
  for (let at = following(game.nodes[id]); at !== undefined; at = following(game.nodes[at])) line.push(at);
  return line;
}

/** The node and its first child, grandchild and so on to the end. @param {Game} game @param {number} id */
export function firstLine(game, id) {
  const line = [id];
  for (let at = game.nodes[id].children[0]; at !== undefined; at = game.nodes[at].children[0]) line.push(at);
  return line;
}

/** @param {Game} game */
export const mainLine = (game) => firstLine(game, 0);

/** Whether the node is on the main line. @param {Game} game @param {number} id */
export function isMain(game, id) {
  return mainLine(game).includes(id);
}

/** Whether the analysis marked the move of the node as an inaccuracy or worse. @param {Pick<GameNode, 'mark'>} node */
export const isMarked = ({ mark }) => Boolean(mark && mark !== 'best');

/** The game without analysis results. @param {Game} game @returns {Game} */
export function withoutMarks(game) {
  const nodes = Object.values(game.nodes).map(({ ply, loss, mark, ...node }) => [node.id, node]);
  return { ...game, nodes: Object.fromEntries(nodes) };
}

/** @param {Game} game @param {number} id @param {string} move */
export function childBy(game, id, move) {
  return game.nodes[id].children.find((child) => game.nodes[child].move === move);
}

/**
 * Adds a move after a node unless it exists.
 * @param {Game} game @param {number} id @param {string} move
 * @returns {[Game, number]} the game and the node of the move
 */
export function addMove(game, id, move) {
  const known = childBy(game, id, move);
  if (known !== undefined) return [change(game, id, { next: known }), known];
  const child = game.nextId;
  const parent = game.nodes[id];
  const nodes = {
    ...game.nodes,
    [id]: { ...parent, children: [...parent.children, child], next: child },
    [child]: { id: child, parent: id, move, children: [] },
  };
  return [{ ...game, nodes, nextId: child + 1 }, child];
}

/** @param {Game} game @param {number} id @param {string[]} moves @returns {[Game, number]} */
export function addLine(game, id, moves) {
  for (const move of moves) [game, id] = addMove(game, id, move);
  return [game, id];
}

/** Goes to a node. `forward` then follows the line to it. */
export function visit(/** @type {Game} */ game, /** @type {number} */ id) {
  const path = pathTo(game, id);
  for (let i = 1; i < path.length; i++) {
    if (game.nodes[path[i - 1]].next !== path[i]) game = change(game, path[i - 1], { next: path[i] });
  }
  return { ...game, current: id };
}

/** Lets `forward` follow the main line from here. @param {Game} game */
export function followMain(game) {
  for (const id of mainLine(game)) {
    const [next] = game.nodes[id].children;
    if (following(game.nodes[id]) !== next) game = change(game, id, { next });
  }
  return game;
}

/** The game with `forward` leading to the first child everywhere. @param {Game} game @returns {Game} */
export function followFirst(game) {
  const nodes = Object.values(game.nodes).map(({ next, ...node }) => [node.id, node]);
  return { ...game, nodes: Object.fromEntries(nodes) };
}

/** The node to show: after a forced pass, if it has been played. */
export function settle(/** @type {Game} */ game, /** @type {number} */ id) {
  for (;;) {
    const child = following(game.nodes[id]);
    if (child === undefined || game.nodes[child].move !== 'pass') return id;
    id = child;
  }
}

/** The node of the last placed disc: this node, or the one before a pass. @param {Game} game */
export function placed({ nodes, current }, id = current) {
  while (nodes[id].move === 'pass') id = /** @type {number} */ (nodes[id].parent);
  return nodes[id];
}

/** The position before the last placed disc. @param {Game} game @param {number} id */
export function before(game, id) {
  return placed(game, id).parent ?? 0;
}

/** Makes the line to this node the main line. @param {Game} game @param {number} id */
export function promote(game, id) {
  const path = pathTo(game, id);
  for (let i = 1; i < path.length; i++) {
    const parent = game.nodes[path[i - 1]];
    if (parent.children[0] === path[i]) continue;
    const children = [path[i], ...parent.children.filter((child) => child !== path[i])];
    game = change(game, parent.id, { children });
  }
  return game;
}

/** @param {Game} game @param {number} id */
export function remove(game, id) {
  const parent = game.nodes[id].parent;
  if (parent === null) return game;
  const nodes = { ...game.nodes };
  const drop = (/** @type {number} */ at) => {
    nodes[at].children.forEach(drop);
    delete nodes[at];
  };
  drop(id);
  const { next, ...rest } = nodes[parent];
  const children = rest.children.filter((child) => child !== id);
  nodes[parent] = next === id ? { ...rest, children } : { ...rest, next, children };
  const current = nodes[game.current] ? game.current : parent;
  return { ...game, nodes, current };
}

/**
 * The `position` command for a node, or for the position after further moves.
 * @param {Game} game @param {number} id @param {string[]} [more]
 */
export function positionCommand(game, id, more = []) {
  const start = game.start === 'startpos' ? 'startpos' : `fen ${game.start}`;
  const moves = [...movesTo(game, id), ...more];
  return `position ${start}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
}
