/*
 * Outflank: Othello rules, game records and a strong engine.
 *
 * Generated from the sources by cbindgen; do not edit. bindings/c/README.md has an introduction.
 *
 * Conventions
 *
 * - Functions that can fail return a status. Unless it is OUTFLANK_OK, outflank_last_error()
 *   returns a message. Results are written through the last arguments; a failing function writes
 *   none. Pointers must not be null unless their function allows it. A null pointer that is
 *   detected returns OUTFLANK_NULL.
 * - Texts are UTF-8 and end with a zero. The library copies the arguments that it keeps.
 * - A function called .._new, .._parse or .._clone, or one that writes a text through a char **,
 *   returns an object that the caller owns. Free it once with the function for its type. Freeing
 *   a null pointer does nothing. The library owns whatever a const pointer in a struct points
 *   to. The comment on the pointer says how long it is valid.
 * - Squares are numbers from 0 (a1) over 7 (h1) to 63 (h8). A set of squares is a uint64_t with
 *   bit n for square n. A move is the number of its square or OUTFLANK_PASS.
 * - Values are in centidiscs (1/100 disc) for the side to move. Results of finished games are in
 *   discs, with empty squares counted for the winner.
 * - Different objects may be used in different threads at the same time. An engine may also be
 *   shared: during a call, other calls return OUTFLANK_BUSY, and outflank_engine_stop stops the
 *   search. Free an engine only when no call uses it. All other objects belong to one thread at a
 *   time.
 */

#ifndef OUTFLANK_H
#define OUTFLANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Success.
#define OUTFLANK_OK 0

// Nothing left: no further record, no move to undo.
#define OUTFLANK_END 1

// Invalid input: a text, a move, an option, a number, a position.
#define OUTFLANK_INVALID 2

// A required pointer is null.
#define OUTFLANK_NULL 3

// The engine is running another search.
#define OUTFLANK_BUSY 4

// A table or a batch does not fit into memory.
#define OUTFLANK_NO_MEMORY 5

// A bug in the library. Free the object that was used.
#define OUTFLANK_PANIC 6

// Black, the side that moves first.
#define OUTFLANK_BLACK 0

// White, the other side.
#define OUTFLANK_WHITE 1

// The move of a side that cannot place a disc.
#define OUTFLANK_PASS -1

// No move, because the game is over.
#define OUTFLANK_NO_MOVE -2

// The score is not a bound. `certainty` says whether it is proven.
#define OUTFLANK_BOUND_EXACT 0

// The value is at least the score.
#define OUTFLANK_BOUND_LOWER 1

// The value is at most the score.
#define OUTFLANK_BOUND_UPPER 2

// No score: the search was stopped too early, or a strategy chose the move without a search. The
// value is 0.
#define OUTFLANK_UNKNOWN 0

// The value is an estimate, with the confidence of `selectivity`.
#define OUTFLANK_SELECTIVE 1

// Win, draw or loss is proven.
#define OUTFLANK_WLD 2

// The value is proven to the end of the game.
#define OUTFLANK_PROVEN 3

// The move loses less than 1 disc, or is the only move.
#define OUTFLANK_BEST 0

// The move loses at least 1 disc.
#define OUTFLANK_INACCURACY 1

// The move loses at least 4 discs, or a proven win or draw.
#define OUTFLANK_MISTAKE 2

// The move loses at least 8 discs.
#define OUTFLANK_BLUNDER 3

// An engine: its options and its transposition table. Later searches reuse the table.
typedef struct outflank_engine outflank_engine;

// A game: its start position, its legal moves, and its tags and comments.
typedef struct outflank_game outflank_game;

// The games and positions in a file.
typedef struct outflank_records outflank_records;

// The result of a search.
typedef struct outflank_report outflank_report;

// A value for the side to move.
typedef struct {
  // In centidiscs, -6400 to 6400.
  int32_t centidiscs;
  // OUTFLANK_BOUND_EXACT, OUTFLANK_BOUND_LOWER or OUTFLANK_BOUND_UPPER.
  int32_t bound;
  // OUTFLANK_UNKNOWN to OUTFLANK_PROVEN.
  int32_t certainty;
  // The confidence in %, 73 to 100; 100 if proven, 0 if unknown.
  int32_t selectivity;
} outflank_score;

// A move with its value and principal variation.
typedef struct {
  // The rank among the moves, from 1.
  uint32_t rank;
  // The depth searched, in plies.
  uint32_t depth;
  // The move; OUTFLANK_NO_MOVE if the game is over.
  int32_t mv;
  // The value.
  outflank_score score;
  // The principal variation, passes included, starting with `mv`. Valid until the report is
  // freed, or until the callback returns.
  const int32_t *pv;
  // The number of moves in `pv`.
  size_t pv_length;
} outflank_line;

// The usage of a search.
typedef struct {
  // The positions visited by all threads.
  uint64_t nodes;
  // The time since the start, in microseconds.
  uint64_t microseconds;
  // The maximum ply reached, passes not counted.
  uint32_t deepest_ply;
  // The use of the transposition table, in per mille.
  uint32_t hash_full;
} outflank_usage;

// Receives each line that a search finds, and the usage so far, in the thread of the search. Both
// pointers are valid until the callback returns. The callback may call outflank_engine_stop. It
// must return normally, without an exception or longjmp.
typedef void (*outflank_line_callback)(const outflank_line *line,
                                       const outflank_usage *usage,
                                       void *user);

// A ply of an analysed game.
typedef struct {
  // The number of moves before it, passes included.
  size_t ply;
  // The discs of the side to move before the move.
  uint64_t player;
  // The discs of the other side.
  uint64_t opponent;
  // The side to move.
  int32_t to_move;
  // The played move; OUTFLANK_NO_MOVE at the end of the game.
  int32_t played;
  // The best move: the played move unless another move is better; OUTFLANK_NO_MOVE if the game
  // is over.
  int32_t best;
  // The value of the best move.
  outflank_score score;
  // The value of the best move minus the value of the played move, in centidiscs, 0 or more; -1
  // at the end of the game.
  int32_t loss;
  // OUTFLANK_BEST to OUTFLANK_BLUNDER; -1 at the end of the game.
  int32_t mark;
  // The principal variation, passes included, starting with the best move. Valid until the
  // callback returns.
  const int32_t *pv;
  // The number of moves in `pv`.
  size_t pv_length;
  // The usage of its search.
  outflank_usage usage;
} outflank_ply;

// Receives each ply of an analysis, the last ply of the game first. The rules of
// outflank_line_callback apply.
typedef void (*outflank_ply_callback)(const outflank_ply *ply, void *user);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The message of the last failure in this thread, one or more lines: the quoted input and what was
// expected. Never null; empty before the first failure. Valid until this thread calls the library
// again.
const char *outflank_last_error(void);

// The version of the library, such as "0.1.0". Valid forever.
const char *outflank_version(void);

// Frees a text returned by the library.
void outflank_text_free(char *text);

// Frees bytes returned by the library.
void outflank_bytes_free(uint8_t *bytes, size_t length);

// The standard start position, with Black to move.
int32_t outflank_position_start(uint64_t *player, uint64_t *opponent);

// Reads a position in any format: a drawn board, 64 characters and a side, FEN or OBF. Reads the
// last position of a game. `to_move` may be null.
int32_t outflank_position_parse(const char *position,
                                uint64_t *player,
                                uint64_t *opponent,
                                int32_t *to_move);

// Writes the position in a format: "board" (64 characters and the side to move), "fen", "obf",
// "json" and others. The caller frees the text with outflank_text_free.
int32_t outflank_position_text(uint64_t player,
                               uint64_t opponent,
                               int32_t to_move,
                               const char *format,
                               char **position_text);

// The legal squares of the side to move; empty if it must pass or the game is over.
int32_t outflank_position_legal_moves(uint64_t player, uint64_t opponent, uint64_t *squares);

// The position after a move, from the point of view of the other side, which moves next. A pass is
// legal only without another legal move. OUTFLANK_INVALID if the move is illegal.
int32_t outflank_position_play(uint64_t player,
                               uint64_t opponent,
                               int32_t mv,
                               uint64_t *next_player,
                               uint64_t *next_opponent);

// Whether neither side has a legal move. If so, `discs` is the result for the side to move.
// `discs` may be null.
int32_t outflank_position_is_over(uint64_t player,
                                  uint64_t opponent,
                                  bool *is_over,
                                  int32_t *discs);

// The static evaluation for the side to move, in centidiscs; the result if the game is over.
int32_t outflank_position_evaluate(uint64_t player, uint64_t opponent, int32_t *centidiscs);

// Parses a move: a square such as "f5", or "pass" in one of its spellings.
int32_t outflank_move_parse(const char *mv, int32_t *number);

// A move as text: "f5" or "pass". The caller frees it with outflank_text_free.
int32_t outflank_move_text(int32_t mv, char **move_text);

// Creates a game from the standard start position, without moves.
int32_t outflank_game_new(outflank_game **game);

// Creates a game from these discs and this side to move.
int32_t outflank_game_new_at(uint64_t player,
                             uint64_t opponent,
                             int32_t to_move,
                             outflank_game **game);

// Reads a text with one game or position in any format: moves, a board, FEN, OBF, GGF, tags (PGN),
// JSON, or a URL that contains moves.
int32_t outflank_game_parse(const char *record, outflank_game **game);

// Copies a game.
int32_t outflank_game_clone(const outflank_game *game, outflank_game **copy);

// Frees a game.
void outflank_game_free(outflank_game *game);

// Plays a move. Before a disc, plays a necessary pass of the side to move. Discards the stated
// ending of the game. OUTFLANK_INVALID if the move is illegal. The game is then unchanged.
int32_t outflank_game_play(outflank_game *game, int32_t mv);

// Undoes the last move and a pass that outflank_game_play inserted before it. OUTFLANK_END at the
// start. `mv` may be null.
int32_t outflank_game_undo(outflank_game *game, int32_t *mv);

// The discs and the side to move of the current position. `to_move` may be null.
int32_t outflank_game_position(const outflank_game *game,
                               uint64_t *player,
                               uint64_t *opponent,
                               int32_t *to_move);

// The number of moves, passes included.
int32_t outflank_game_move_count(const outflank_game *game, size_t *count);

// The move with this index, from 0. OUTFLANK_INVALID if the index is too large.
int32_t outflank_game_move(const outflank_game *game, size_t index, int32_t *mv);

// The result of a finished game: Black's discs minus White's. OUTFLANK_END before the end of the
// game.
int32_t outflank_game_result(const outflank_game *game, int32_t *discs);

// The name of the opening, such as "Tiger". OUTFLANK_END if it has no name. The caller frees it
// with outflank_text_free.
int32_t outflank_game_opening(const outflank_game *game, char **name);

// Writes the game in a format: "transcript", "position", "pgn", "board", "fen", "obf", "ggf",
// "sgf", or "json", which keeps all data of the game. The caller frees the text with
// outflank_text_free.
int32_t outflank_game_text(const outflank_game *game, const char *format, char **record);

// Reads the bytes of a file in any format or several formats, or of a WTHOR .wtb file. The bytes
// of .jou and .trn files supply WTHOR names. These bytes may be null with length 0. All bytes are
// copied.
int32_t outflank_records_new(const uint8_t *bytes,
                             size_t length,
                             const uint8_t *players,
                             size_t players_length,
                             const uint8_t *tournaments,
                             size_t tournaments_length,
                             outflank_records **records);

// The next game. OUTFLANK_END after the last one. OUTFLANK_INVALID if a record is invalid. The
// next call then continues with the following record.
int32_t outflank_records_next(outflank_records *records, outflank_game **game);

// Frees a reader made by outflank_records_new.
void outflank_records_free(outflank_records *records);

// Writes `count` games in a format as the bytes of a file. The format is a format of
// outflank_game_text, or "wthor" for a .wtb file without names. Records follow one another.
// The caller frees the bytes with outflank_bytes_free.
int32_t outflank_records_write(const outflank_game *const *games,
                               size_t count,
                               const char *format,
                               uint8_t **bytes,
                               size_t *length);

// The number of lines: at least 1, at most the number of moves to rank.
int32_t outflank_report_line_count(const outflank_report *report, size_t *count);

// The line with this index, from 0, best first. OUTFLANK_INVALID if the index is too large.
int32_t outflank_report_line(const outflank_report *report, size_t index, outflank_line *line);

// The usage of the search.
int32_t outflank_report_usage(const outflank_report *report, outflank_usage *usage);

// Frees a report.
void outflank_report_free(outflank_report *report);

// Creates an engine with the default options. The first search allocates its memory.
int32_t outflank_engine_new(outflank_engine **engine);

// Frees an engine. No search may be running.
void outflank_engine_free(outflank_engine *engine);

// Sets an option: "Hash" (table size in MiB), "Threads", "MultiPV", "Level", "Skill", "Strategy",
// "Seed", "OwnBook" (false: searches do not use the opening book) and others described in
// protocol.md. OUTFLANK_INVALID if the option does not exist or the value is out of range,
// OUTFLANK_NO_MEMORY if the table does not fit into memory. The option is then unchanged.
int32_t outflank_engine_set_option(const outflank_engine *engine,
                                   const char *name,
                                   const char *value);

// Begins a new game: clears the table, and draws a new seed unless the option "Seed" sets one.
int32_t outflank_engine_new_game(const outflank_engine *engine);

// Searches the last position of a game, in the calling thread and the number of further threads
// that the option "Threads" requires. The calling thread needs a stack of at least 512 KiB.
// `limits` are the words after "go" in protocol.md, such as "depth 12 multipv 3", "movetime 500",
// "exact" or "wld". If `limits` is null or empty, the options "Level" and "Skill" set the limits.
// An "infinite" search ends when the position is solved, at another limit, or on
// outflank_engine_stop. "ponder" is refused with OUTFLANK_INVALID. A "Skill" below 10 or a
// "Strategy" chooses the move at any limit except "exact" and "wld", and ignores deeper limits.
// The report then has one line. `callback` may be null and receives `user`. The caller frees the
// report with outflank_report_free. OUTFLANK_BUSY while another search is running.
int32_t outflank_engine_search(const outflank_engine *engine,
                               const outflank_game *game,
                               const char *limits,
                               outflank_line_callback callback,
                               void *user,
                               outflank_report **report);

// Computes the value of each move of a game, from the last move back to the first. Runs in the
// calling thread, which needs a stack of at least 512 KiB. `effort` are the words after "analyze"
// in protocol.md, such as "level 12 exactfrom 20". If `effort` is null or empty, the level of the
// engine applies. After outflank_engine_stop the remaining plies are not reported. OUTFLANK_BUSY
// while another search is running.
int32_t outflank_engine_analyse(const outflank_engine *engine,
                                const outflank_game *game,
                                const char *effort,
                                outflank_ply_callback callback,
                                void *user);

// Stops the running search or analysis, which returns its results so far. Callable from any thread
// and from callbacks. Does nothing without a search.
int32_t outflank_engine_stop(const outflank_engine *engine);

// Writes the legal moves of each of `count` positions to `squares`. `threads` is the number of
// threads; 0 stands for the number of CPUs. OUTFLANK_NO_MEMORY if a copy of the positions or the
// results does not fit into memory.
int32_t outflank_batch_legal_moves(const uint64_t *players,
                                   const uint64_t *opponents,
                                   size_t count,
                                   uint32_t threads,
                                   uint64_t *squares);

// Writes the static evaluation of each of `count` positions to `centidiscs`, as
// outflank_position_evaluate. `threads` is the number of threads; 0 stands for the number of CPUs.
// OUTFLANK_NO_MEMORY if a copy of the positions or the results does not fit into memory.
int32_t outflank_batch_evaluate(const uint64_t *players,
                                const uint64_t *opponents,
                                size_t count,
                                uint32_t threads,
                                int32_t *centidiscs);

// Solves each of `count` positions to the end. Writes the scores in discs to `discs`, and the best
// moves to `moves`, which may be null. Each thread has a table of `hash` MiB. `threads` is the
// number of threads, including the calling one; 0 stands for the number of CPUs. The calling
// thread needs a stack of at least 512 KiB. OUTFLANK_NO_MEMORY if a table, a copy of the positions
// or the results does not fit into memory.
int32_t outflank_batch_solve(const uint64_t *players,
                             const uint64_t *opponents,
                             size_t count,
                             uint32_t threads,
                             uint32_t hash,
                             int32_t *discs,
                             int32_t *moves);

// Counts the lines of play of `depth` plies from a position. A pass counts as a ply. A finished
// game is one line at any depth.
int32_t outflank_perft(uint64_t player,
                       uint64_t opponent,
                       uint32_t depth,
                       uint32_t threads,
                       uint64_t *lines);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OUTFLANK_H */
