/*
 * Outflank: Othello rules, game records and a strong engine.
 *
 * Made from the sources by cbindgen; do not edit. bindings/c/README.md has an introduction.
 *
 * Conventions
 *
 * - Functions that can fail return a status: OUTFLANK_OK, or another one, for which
 *   outflank_last_error() has a text. They write their results where the last arguments point,
 *   and write nothing if they fail. No pointer may be null unless it is said so; a null pointer
 *   that is noticed gives OUTFLANK_NULL.
 * - Texts are UTF-8 and end with a zero. Those of arguments are copied where they are kept.
 * - A function named .._new, .._parse, .._clone, or that writes a text through a char **, makes
 *   something that the caller owns and frees with the function for its type, once. To free a
 *   null pointer does nothing. What a const pointer in a struct points to belongs to the
 *   library: its comment says until when it is there.
 * - Squares are numbers from 0 (a1) over 7 (h1) to 63 (h8). A set of squares is a uint64_t with
 *   bit n for square n. A move is the number of its square or OUTFLANK_PASS.
 * - Values are in centidiscs (100 are a disc) for the side to move; results of finished games
 *   are in discs, the empty squares counted for the winner.
 * - Different objects can be used in different threads at the same time, and so can one engine:
 *   while a call is at it, others are answered with OUTFLANK_BUSY, but outflank_engine_stop ends
 *   the search. No call may be at it when it is freed. Any other object must not be used in two
 *   threads at the same time.
 */

#ifndef OUTFLANK_H
#define OUTFLANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Done.
#define OUTFLANK_OK 0

// There is nothing more: no further record, no move to take back.
#define OUTFLANK_END 1

// An input is refused: a text, a move, an option, a number, a position.
#define OUTFLANK_INVALID 2

// A pointer is null that must not be.
#define OUTFLANK_NULL 3

// The engine is at a search already.
#define OUTFLANK_BUSY 4

// There is not enough memory for a table or a batch.
#define OUTFLANK_NO_MEMORY 5

// A fault of the library; the object that was used should be freed.
#define OUTFLANK_PANIC 6

// The side that moves first.
#define OUTFLANK_BLACK 0

// The other side.
#define OUTFLANK_WHITE 1

// The move of a side that cannot place a disc.
#define OUTFLANK_PASS -1

// No move: the game is over.
#define OUTFLANK_NO_MOVE -2

// The score is no bound. Whether it is proven is in `certainty`.
#define OUTFLANK_BOUND_EXACT 0

// The value is the score or more.
#define OUTFLANK_BOUND_LOWER 1

// The value is the score or less.
#define OUTFLANK_BOUND_UPPER 2

// The search was stopped before it knew a value, or a strategy has chosen the move without a
// search: the value is 0.
#define OUTFLANK_UNKNOWN 0

// The value is an estimate, with the confidence of `selectivity`.
#define OUTFLANK_SELECTIVE 1

// Who wins is proven.
#define OUTFLANK_WLD 2

// The value is proven to the end of the game.
#define OUTFLANK_PROVEN 3

// The move loses less than 1 disc, or there was no other.
#define OUTFLANK_BEST 0

// The move loses 1 disc or more.
#define OUTFLANK_INACCURACY 1

// The move loses 4 discs or more, or gives a proven win or draw away.
#define OUTFLANK_MISTAKE 2

// The move loses 8 discs or more.
#define OUTFLANK_BLUNDER 3

// An engine: its options and its transposition table, which searches share.
typedef struct outflank_engine outflank_engine;

// A game: where it started, its moves, which are legal by construction, and what is known of
// it.
typedef struct outflank_game outflank_game;

// The games and positions in a file, one after the other.
typedef struct outflank_records outflank_records;

// The answer of a search.
typedef struct outflank_report outflank_report;

// A value for the side to move.
typedef struct {
  // In centidiscs, -6400 to 6400.
  int32_t centidiscs;
  // Whether it is a bound: OUTFLANK_BOUND_EXACT, OUTFLANK_BOUND_LOWER or OUTFLANK_BOUND_UPPER.
  int32_t bound;
  // How sure it is: OUTFLANK_UNKNOWN to OUTFLANK_PROVEN.
  int32_t certainty;
  // The confidence in per cent, 73 to 100; 100 where it is proven, 0 where it is unknown.
  int32_t selectivity;
} outflank_score;

// A move with its value and the play expected after it.
typedef struct {
  // Its place among the ranked moves, from 1.
  uint32_t rank;
  // The depth searched, in plies.
  uint32_t depth;
  // The move; OUTFLANK_NO_MOVE if the game is over.
  int32_t mv;
  // Its value.
  outflank_score score;
  // The moves expected, passes included; the first is `mv`. They are there as long as the
  // report, or until the callback returns.
  const int32_t *pv;
  // How many they are.
  size_t pv_length;
} outflank_line;

// What a search has used.
typedef struct {
  // The positions visited, by all threads.
  uint64_t nodes;
  // The time since the start, in microseconds.
  uint64_t microseconds;
  // The ply of the deepest position visited, passes not counted.
  uint32_t deepest_ply;
  // How full the transposition table is, in per mille.
  uint32_t hash_full;
} outflank_usage;

// Is called with each line that a search finds and what was used so far, in the thread of the
// search. Both are there until it returns. It may call outflank_engine_stop. It must return:
// no exception and no longjmp may leave it.
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
  // The move that was played; OUTFLANK_NO_MOVE at the end of the game.
  int32_t played;
  // The best move: the one that was played unless another is better; OUTFLANK_NO_MOVE if the
  // game is over.
  int32_t best;
  // The value of the best move.
  outflank_score score;
  // By how much it is better than the one that was played, in centidiscs, 0 or more; -1 at
  // the end of the game.
  int32_t loss;
  // OUTFLANK_BEST to OUTFLANK_BLUNDER; -1 at the end of the game.
  int32_t mark;
  // The moves expected, passes included, from the best one on. They are there until the
  // callback returns.
  const int32_t *pv;
  // How many they are.
  size_t pv_length;
  // What its search has used.
  outflank_usage usage;
} outflank_ply;

// Is called with each ply of an analysis, the last one of the game first; as
// outflank_line_callback.
typedef void (*outflank_ply_callback)(const outflank_ply *ply, void *user);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The text of the last failure in this thread, in one line or more: the offending input,
// quoted, and what was expected. Never null; empty if nothing has failed yet. It is there until
// the next call of a function of this library in this thread.
const char *outflank_last_error(void);

// The version of the library, such as "0.1.0". It is there for ever.
const char *outflank_version(void);

// Frees a text that the library has made.
void outflank_text_free(char *text);

// Frees bytes that the library has made.
void outflank_bytes_free(uint8_t *bytes, size_t length);

// The start of the game, with Black to move.
int32_t outflank_position_start(uint64_t *player, uint64_t *opponent);

// Reads a position in any format: a drawn board, 64 characters and a side, FEN, OBF; of a game
// in any format it is the last position. `to_move` may be null.
int32_t outflank_position_parse(const char *position,
                                uint64_t *player,
                                uint64_t *opponent,
                                int32_t *to_move);

// The position as text in a format: "board" (64 characters and the side to move), "fen",
// "obf", "json" and others. The caller frees it with outflank_text_free.
int32_t outflank_position_text(uint64_t player,
                               uint64_t opponent,
                               int32_t to_move,
                               const char *format,
                               char **position_text);

// The squares where the side to move can place a disc; none if it has to pass or the game is
// over.
int32_t outflank_position_legal_moves(uint64_t player, uint64_t opponent, uint64_t *squares);

// The position after a move, seen from the other side, which is then to move. A pass is legal
// only if no disc can be placed. OUTFLANK_INVALID if the move is illegal.
int32_t outflank_position_play(uint64_t player,
                               uint64_t opponent,
                               int32_t mv,
                               uint64_t *next_player,
                               uint64_t *next_opponent);

// Whether neither side can place a disc, and if so the result for the side to move, in discs.
// `discs` may be null.
int32_t outflank_position_is_over(uint64_t player,
                                  uint64_t opponent,
                                  bool *is_over,
                                  int32_t *discs);

// The value for the side to move without looking ahead, in centidiscs; the result if the game
// is over.
int32_t outflank_position_evaluate(uint64_t player, uint64_t opponent, int32_t *centidiscs);

// The number of a move in text: a square such as "f5", or "pass" in one of its spellings.
int32_t outflank_move_parse(const char *mv, int32_t *number);

// A move as text: "f5" or "pass". The caller frees it with outflank_text_free.
int32_t outflank_move_text(int32_t mv, char **move_text);

// A game from the usual start, without moves yet.
int32_t outflank_game_new(outflank_game **game);

// A game that starts with these discs and this side to move.
int32_t outflank_game_new_at(uint64_t player,
                             uint64_t opponent,
                             int32_t to_move,
                             outflank_game **game);

// Reads a text that is one game or position, in any format: moves, a board, FEN, OBF, GGF,
// tags (PGN), JSON, the address of a page with moves in it.
int32_t outflank_game_parse(const char *record, outflank_game **game);

// A copy of a game.
int32_t outflank_game_clone(const outflank_game *game, outflank_game **copy);

// Frees a game.
void outflank_game_free(outflank_game *game);

// Makes a move. If a disc is placed where the side to move has to pass, the pass is made
// first. OUTFLANK_INVALID if the move is illegal; nothing is changed then. What was said of the
// end of the game is dropped.
int32_t outflank_game_play(outflank_game *game, int32_t mv);

// Takes back the last move, together with the pass that was made before it by itself.
// OUTFLANK_END at the start. `mv` may be null.
int32_t outflank_game_undo(outflank_game *game, int32_t *mv);

// The discs and the side to move where the game is now. `to_move` may be null.
int32_t outflank_game_position(const outflank_game *game,
                               uint64_t *player,
                               uint64_t *opponent,
                               int32_t *to_move);

// The number of moves, passes included.
int32_t outflank_game_move_count(const outflank_game *game, size_t *count);

// The move with this index, from 0. OUTFLANK_INVALID if there are not so many.
int32_t outflank_game_move(const outflank_game *game, size_t index, int32_t *mv);

// The result on the board of a finished game: Black's discs less White's, in discs.
// OUTFLANK_END while the game goes on.
int32_t outflank_game_result(const outflank_game *game, int32_t *discs);

// The name of the opening, such as "Tiger". OUTFLANK_END if it has none. The caller frees it
// with outflank_text_free.
int32_t outflank_game_opening(const outflank_game *game, char **name);

// The game as text in a format: "transcript", "position", "pgn", "board", "fen", "obf", "ggf"
// or "json", which has all that is known of the game. The caller frees it with
// outflank_text_free.
int32_t outflank_game_text(const outflank_game *game, const char *format, char **record);

// Reads the bytes of a file: any formats, also mixed, or WTHOR's .wtb, with the names in the
// bytes of .jou and .trn files, which may be null with length 0. All bytes are copied.
int32_t outflank_records_new(const uint8_t *bytes,
                             size_t length,
                             const uint8_t *players,
                             size_t players_length,
                             const uint8_t *tournaments,
                             size_t tournaments_length,
                             outflank_records **records);

// The next game. OUTFLANK_END when there is none any more. OUTFLANK_INVALID if a record cannot
// be read, and the next call goes on with the one after it.
int32_t outflank_records_next(outflank_records *records, outflank_game **game);

// Frees what was made by outflank_records_new.
void outflank_records_free(outflank_records *records);

// The bytes of a file of `count` games in a format: those of outflank_game_text, one record
// after the other, or "wthor", a .wtb without names. The caller frees them with
// outflank_bytes_free.
int32_t outflank_records_write(const outflank_game *const *games,
                               size_t count,
                               const char *format,
                               uint8_t **bytes,
                               size_t *length);

// The number of lines: as many as were asked for and exist, at least 1.
int32_t outflank_report_line_count(const outflank_report *report, size_t *count);

// The line with this index, from 0, the best one first. OUTFLANK_INVALID if there are not so
// many.
int32_t outflank_report_line(const outflank_report *report, size_t index, outflank_line *line);

// What the search has used.
int32_t outflank_report_usage(const outflank_report *report, outflank_usage *usage);

// Frees a report.
void outflank_report_free(outflank_report *report);

// An engine with the default options. It takes memory when a search needs it.
int32_t outflank_engine_new(outflank_engine **engine);

// Frees an engine, which must not be at a search.
void outflank_engine_free(outflank_engine *engine);

// Sets an option: "Hash" (size of the table in MiB), "Threads", "MultiPV", "Level", "Skill",
// "Strategy", "Seed" and others, which protocol.md tells of, but those of the opening book, which
// the library does not have. OUTFLANK_INVALID if there is no such option or the value does not
// fit, OUTFLANK_NO_MEMORY if there is no memory for the table; nothing is changed then.
int32_t outflank_engine_set_option(const outflank_engine *engine,
                                   const char *name,
                                   const char *value);

// Clears the table, so that the next search knows nothing of those before.
int32_t outflank_engine_new_game(const outflank_engine *engine);

// Searches the last position of a game in the calling thread, which needs a stack of at least
// 512 KiB, and in others as the option "Threads" says. `limits` are the words behind "go" in
// protocol.md, such as "depth 12 multipv 3", "movetime 500", "exact" or "wld"; null or empty for
// those of the options "Level" and "Skill". "infinite" is no limit by itself: the search ends when
// the position is solved, another limit is reached or outflank_engine_stop is called. "ponder" is
// refused with OUTFLANK_INVALID. With a "Skill" below 10, or a "Strategy", that chooses the move
// unless it is to be proven ("exact", "wld"), however deep the limits let it look, and the
// report has that one line. `callback` may be null; `user` is handed to it. The caller frees the
// report with outflank_report_free. OUTFLANK_BUSY if the engine is at another search.
int32_t outflank_engine_search(const outflank_engine *engine,
                               const outflank_game *game,
                               const char *limits,
                               outflank_line_callback callback,
                               void *user,
                               outflank_report **report);

// Finds out what each move of a game was worth, from the last one back to the first, in the
// calling thread, which needs a stack of at least 512 KiB. `effort` is the words behind "analyze"
// in protocol.md, such as "level 12 exactfrom 20"; null or empty for the level of the engine.
// After outflank_engine_stop the plies that are left are not told of. OUTFLANK_BUSY if the engine
// is at another search.
int32_t outflank_engine_analyse(const outflank_engine *engine,
                                const outflank_game *game,
                                const char *effort,
                                outflank_ply_callback callback,
                                void *user);

// Ends the search or the analysis that is running, which returns what it has found. May be
// called from any thread and from callbacks. Without a search it does nothing.
int32_t outflank_engine_stop(const outflank_engine *engine);

// Writes the legal moves of each of `count` positions to `squares`. `threads` is the number of
// threads, 0 for as many as there are CPUs. OUTFLANK_NO_MEMORY if there is none for a copy of the
// positions or for the results.
int32_t outflank_batch_legal_moves(const uint64_t *players,
                                   const uint64_t *opponents,
                                   size_t count,
                                   uint32_t threads,
                                   uint64_t *squares);

// Writes the value of each of `count` positions, as of outflank_position_evaluate, to
// `centidiscs`. `threads` is the number of threads, 0 for as many as there are CPUs.
// OUTFLANK_NO_MEMORY if there is none for a copy of the positions or for the results.
int32_t outflank_batch_evaluate(const uint64_t *players,
                                const uint64_t *opponents,
                                size_t count,
                                uint32_t threads,
                                int32_t *centidiscs);

// Solves each of `count` positions to the end, and writes the scores to `discs`, in discs, and
// moves that reach them to `moves`, which may be null. Each thread has a table of `hash` MiB.
// `threads` is the number of threads, 0 for as many as there are CPUs; the calling one is among
// them and needs a stack of at least 512 KiB. OUTFLANK_NO_MEMORY if there is none for a table, a
// copy of the positions or the results.
int32_t outflank_batch_solve(const uint64_t *players,
                             const uint64_t *opponents,
                             size_t count,
                             uint32_t threads,
                             uint32_t hash,
                             int32_t *discs,
                             int32_t *moves);

// The number of lines of play of `depth` plies from a position, a pass being a ply; a finished
// game is one line, however many plies were to go.
int32_t outflank_perft(uint64_t player,
                       uint64_t opponent,
                       uint32_t depth,
                       uint32_t threads,
                       uint64_t *lines);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OUTFLANK_H */
