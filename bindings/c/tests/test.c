/*
 * Tests of the interface, from C. scripts/test-bindings.sh compiles it with all warnings and runs
 * it under the address, leak and undefined-behaviour sanitizers. Exit status 0: all tests passed.
 */

#include "outflank.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                 \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            fprintf(stderr, "%s:%d: %s (last error: %s)\n", __FILE__, __LINE__,          \
                    #condition, outflank_last_error());                                  \
            exit(1);                                                                     \
        }                                                                                \
    } while (0)

#define OK(call) CHECK((call) == OUTFLANK_OK)

/* Asserts that a call is refused with this status and text. */
#define REFUSED(call, status, text)                                                      \
    do {                                                                                 \
        CHECK((call) == (status));                                                       \
        CHECK(strstr(outflank_last_error(), (text)) != NULL);                            \
    } while (0)

static void test_positions(void) {
    uint64_t player, opponent, squares;
    int32_t side = -1, mv, centidiscs, discs;
    bool is_over;
    char *text;

    CHECK(strchr(outflank_version(), '.') != NULL);
    OK(outflank_position_start(&player, &opponent));
    OK(outflank_position_legal_moves(player, opponent, &squares));
    CHECK(squares == ((uint64_t)1 << 19 | (uint64_t)1 << 26 | (uint64_t)1 << 37 | (uint64_t)1 << 44));
    OK(outflank_move_parse("F5", &mv));
    CHECK(mv == 37);
    OK(outflank_position_play(player, opponent, mv, &player, &opponent));
    OK(outflank_position_text(player, opponent, OUTFLANK_WHITE, "fen", &text));
    CHECK(strcmp(text, "8/8/8/3OX3/3XXX2/8/8/8 O") == 0);
    uint64_t same_player, same_opponent;
    OK(outflank_position_parse(text, &same_player, &same_opponent, &side));
    CHECK(same_player == player && same_opponent == opponent && side == OUTFLANK_WHITE);
    OK(outflank_position_parse(text, &same_player, &same_opponent, NULL));
    outflank_text_free(text);
    OK(outflank_move_text(OUTFLANK_PASS, &text));
    CHECK(strcmp(text, "pass") == 0);
    outflank_text_free(text);

    OK(outflank_position_is_over(player, opponent, &is_over, &discs));
    CHECK(!is_over);
    OK(outflank_position_is_over(1, 0, &is_over, &discs));
    CHECK(is_over && discs == 64);
    OK(outflank_position_is_over(1, 0, &is_over, NULL));
    OK(outflank_position_evaluate(0, 1, &centidiscs));
    CHECK(centidiscs == -6400);
    OK(outflank_position_evaluate(player, opponent, &centidiscs));
    CHECK(-6400 < centidiscs && centidiscs < 6400);

    REFUSED(outflank_position_evaluate(3, 1, &centidiscs), OUTFLANK_INVALID, "0x0000000000000003");
    REFUSED(outflank_position_play(player, opponent, 0, &player, &opponent), OUTFLANK_INVALID, "\"a1\"");
    REFUSED(outflank_position_play(player, opponent, 64, &player, &opponent), OUTFLANK_INVALID, "64");
    REFUSED(outflank_position_parse("z9", &player, &opponent, NULL), OUTFLANK_INVALID, "\"z9\"");
    REFUSED(outflank_position_parse("\xff", &player, &opponent, NULL), OUTFLANK_INVALID, "UTF-8");
    REFUSED(outflank_position_text(player, opponent, 2, "fen", &text), OUTFLANK_INVALID, "side 2");
    REFUSED(outflank_position_text(player, opponent, 0, "feen", &text), OUTFLANK_INVALID, "\"feen\"");
    REFUSED(outflank_position_parse(NULL, &player, &opponent, NULL), OUTFLANK_NULL, "position");
    REFUSED(outflank_position_legal_moves(player, opponent, NULL), OUTFLANK_NULL, "squares");
    REFUSED(outflank_move_parse("i1", &mv), OUTFLANK_INVALID, "\"i1\"");
}

static void test_games(void) {
    outflank_game *game, *copy;
    uint64_t player, opponent;
    int32_t side, mv, discs;
    size_t count;
    char *text;

    OK(outflank_game_new(&game));
    const char *moves[] = {"f5", "d6", "c3", "d3", "c4"};
    for (size_t i = 0; i < 5; i++) {
        OK(outflank_move_parse(moves[i], &mv));
        OK(outflank_game_play(game, mv));
    }
    OK(outflank_game_opening(game, &text));
    CHECK(strcmp(text, "Tiger") == 0);
    outflank_text_free(text);
    REFUSED(outflank_game_play(game, 0), OUTFLANK_INVALID, "a1 flips nothing for white");
    CHECK(outflank_game_result(game, &discs) == OUTFLANK_END);
    OK(outflank_game_clone(game, &copy));
    OK(outflank_game_undo(copy, &mv));
    CHECK(mv == 26);
    while (outflank_game_undo(copy, NULL) == OUTFLANK_OK) {
    }
    CHECK(outflank_game_opening(copy, &text) == OUTFLANK_END);
    OK(outflank_game_move_count(copy, &count));
    CHECK(count == 0);
    REFUSED(outflank_game_text(copy, "transcript", &text), OUTFLANK_INVALID, "transcript");
    outflank_game_free(copy);
    OK(outflank_game_move_count(game, &count));
    OK(outflank_game_move(game, 4, &mv));
    CHECK(count == 5 && mv == 26);
    REFUSED(outflank_game_move(game, 5, &mv), OUTFLANK_INVALID, "5");
    OK(outflank_game_position(game, &player, &opponent, &side));
    CHECK(side == OUTFLANK_WHITE);

    const char *formats[] = {"transcript", "position", "pgn", "board", "fen", "obf", "ggf", "json"};
    for (size_t i = 0; i < 8; i++) {
        uint64_t same_player, same_opponent;
        OK(outflank_game_text(game, formats[i], &text));
        OK(outflank_position_parse(text, &same_player, &same_opponent, NULL));
        CHECK(same_player == player && same_opponent == opponent);
        outflank_text_free(text);
    }
    outflank_game_free(game);

    OK(outflank_game_new_at(player, opponent, side, &game));
    OK(outflank_game_text(game, "board", &text));
    outflank_text_free(text);
    outflank_game_free(game);
    OK(outflank_game_parse("e6f4e3f6g5d6e7f5c5", &game));
    OK(outflank_game_result(game, &discs));
    CHECK(discs == 64);
    outflank_game_free(game);
    REFUSED(outflank_game_parse("f5d3", &game), OUTFLANK_INVALID, "move 2, \"d3\", is illegal");
    outflank_game_free(NULL);
}

static void test_records(void) {
    static const char file[] = "f5d6c3\nf5d3\n8/8/8/3OX3/3XO3/8/8/8 X\n";
    outflank_records *records;
    outflank_game *games[2] = {NULL, NULL};
    uint8_t *bytes;
    size_t length;

    OK(outflank_records_new((const uint8_t *)file, sizeof file - 1, NULL, 0, NULL, 0, &records));
    OK(outflank_records_next(records, &games[0]));
    outflank_game *none;
    REFUSED(outflank_records_next(records, &none), OUTFLANK_INVALID, "2:3: move 2");
    OK(outflank_records_next(records, &games[1]));
    CHECK(outflank_records_next(records, &none) == OUTFLANK_END);
    outflank_records_free(records);

    const outflank_game *both[2] = {games[0], games[1]};
    OK(outflank_records_write(both, 2, "fen", &bytes, &length));
    CHECK(length > 40 && bytes[length - 1] == '\n');
    outflank_bytes_free(bytes, length);
    REFUSED(outflank_records_write(both, 2, "transcript", &bytes, &length), OUTFLANK_INVALID, "without moves");
    OK(outflank_records_write(both, 1, "wthor", &bytes, &length));
    CHECK(length == 16 + 68);
    OK(outflank_records_new(bytes, length, NULL, 0, NULL, 0, &records));
    outflank_bytes_free(bytes, length);
    OK(outflank_records_next(records, &none));
    outflank_game_free(none);
    outflank_records_free(records);
    REFUSED(outflank_records_new(NULL, 0, (const uint8_t *)"bad", 3, NULL, 0, &records), OUTFLANK_INVALID, "found 3");
    OK(outflank_records_write(NULL, 0, "fen", &bytes, &length));
    CHECK(length == 0);
    outflank_bytes_free(bytes, length);
    outflank_game_free(games[0]);
    outflank_game_free(games[1]);
}

static void count_lines(const outflank_line *line, const outflank_usage *usage, void *user) {
    CHECK(line->rank >= 1 && line->pv_length >= 1 && line->pv[0] == line->mv);
    CHECK(usage->hash_full <= 1000);
    ++*(int *)user;
}

static void stop_at_depth_5(const outflank_line *line, const outflank_usage *usage, void *user) {
    (void)usage;
    if (line->depth >= 5) {
        OK(outflank_engine_stop(user));
    }
}

static void count_plies(const outflank_ply *ply, void *user) {
    int *plies = user;
    CHECK((ply->loss == -1) == (ply->played == OUTFLANK_NO_MOVE));
    CHECK(ply->mark <= OUTFLANK_BLUNDER);
    ++*plies;
}

static void test_engine(void) {
    outflank_engine *engine;
    outflank_game *game;
    outflank_report *report;
    outflank_line line;
    outflank_usage usage;
    size_t count;
    int calls = 0;

    OK(outflank_engine_new(&engine));
    OK(outflank_engine_set_option(engine, "hash", "16"));
    REFUSED(outflank_engine_set_option(engine, "Hash", "0"), OUTFLANK_INVALID, "invalid Hash \"0\"");
    REFUSED(outflank_engine_set_option(engine, "Hsah", "1"), OUTFLANK_INVALID, "\"Hsah\"");
    OK(outflank_game_parse("f5d6c3d3c4", &game));
    OK(outflank_engine_search(engine, game, "depth 8 multipv 3", count_lines, &calls, &report));
    CHECK(calls > 3);
    OK(outflank_report_line_count(report, &count));
    CHECK(count == 3);
    for (size_t i = 0; i < count; i++) {
        OK(outflank_report_line(report, i, &line));
        CHECK(line.rank == i + 1 && line.depth == 8 && line.score.certainty == OUTFLANK_SELECTIVE);
    }
    REFUSED(outflank_report_line(report, 3, &line), OUTFLANK_INVALID, "line 3");
    OK(outflank_report_usage(report, &usage));
    CHECK(usage.nodes > 0);
    outflank_report_free(report);

    OK(outflank_engine_search(engine, game, "nodes 1", NULL, NULL, &report));
    OK(outflank_report_line(report, 0, &line));
    CHECK(line.score.certainty == OUTFLANK_UNKNOWN && line.score.selectivity == 0 && line.score.centidiscs == 0);
    outflank_report_free(report);
    OK(outflank_engine_search(engine, game, "infinite", stop_at_depth_5, engine, &report));
    outflank_report_free(report);
    /* A stop before a search does nothing. */
    OK(outflank_engine_stop(engine));
    OK(outflank_engine_search(engine, game, "depth 4", NULL, NULL, &report));
    OK(outflank_report_line(report, 0, &line));
    CHECK(line.depth == 4);
    outflank_report_free(report);
    REFUSED(outflank_engine_search(engine, game, "depth x", NULL, NULL, &report), OUTFLANK_INVALID, "\"x\"");
    REFUSED(outflank_engine_search(engine, game, "perft 3", NULL, NULL, &report), OUTFLANK_INVALID,
            "unexpected \"perft\": expected depth");
    REFUSED(outflank_engine_search(engine, game, "depth 3 ponder", NULL, NULL, &report), OUTFLANK_INVALID,
            "unexpected \"ponder\": expected limits of a search");
    REFUSED(outflank_engine_search(engine, game, "\xff", NULL, NULL, &report), OUTFLANK_INVALID, "limits \"");
    REFUSED(outflank_engine_analyse(engine, game, "\xff", count_plies, &calls), OUTFLANK_INVALID, "effort \"");
    REFUSED(outflank_engine_search(engine, NULL, NULL, NULL, NULL, &report), OUTFLANK_NULL, "game");
    OK(outflank_engine_new_game(engine));
    outflank_game_free(game);

    OK(outflank_game_parse("-XO--OOOOXX--XOO-XOX-XOOOXOXXXXOOOXXXXOOOXOOOOOOXXXXXXXXXXXXXXX- X", &game));
    OK(outflank_engine_search(engine, game, "exact", NULL, NULL, &report));
    OK(outflank_report_line(report, 0, &line));
    CHECK(line.score.centidiscs == -800 && line.score.certainty == OUTFLANK_PROVEN);
    CHECK(line.score.bound == OUTFLANK_BOUND_EXACT && line.score.selectivity == 100);
    outflank_report_free(report);
    /* An infinite search ends when solved or at its maximum depth. */
    OK(outflank_engine_search(engine, game, "infinite", NULL, NULL, &report));
    outflank_report_free(report);
    OK(outflank_engine_search(engine, game, "infinite depth 2", NULL, NULL, &report));
    outflank_report_free(report);
    OK(outflank_engine_set_option(engine, "Skill", "2"));
    OK(outflank_engine_search(engine, game, "depth 8 multipv 3", NULL, NULL, &report));
    OK(outflank_report_line_count(report, &count));
    CHECK(count == 1);
    outflank_report_free(report);
    OK(outflank_engine_set_option(engine, "Skill", "10"));
    outflank_game_free(game);

    OK(outflank_game_parse("e6f4e3f6g5d6e7f5c5", &game));
    calls = 0;
    OK(outflank_engine_analyse(engine, game, "level 4", count_plies, &calls));
    CHECK(calls == 10);
    REFUSED(outflank_engine_analyse(engine, game, "level 99", count_plies, &calls), OUTFLANK_INVALID, "\"99\"");
    OK(outflank_engine_search(engine, game, NULL, NULL, NULL, &report));
    OK(outflank_report_line(report, 0, &line));
    CHECK(line.mv == OUTFLANK_NO_MOVE && line.pv_length == 0);
    outflank_report_free(report);
    outflank_game_free(game);
    outflank_engine_free(engine);
}

static void announce(const outflank_line *line, const outflank_usage *usage, void *user) {
    (void)line;
    (void)usage;
    __atomic_store_n((int *)user, 1, __ATOMIC_RELEASE);
}

struct search {
    outflank_engine *engine;
    int has_begun;
};

static void *search_for_ever(void *argument) {
    struct search *search = argument;
    outflank_game *game;
    outflank_report *report;
    OK(outflank_game_new(&game));
    OK(outflank_engine_search(search->engine, game, "infinite", announce, &search->has_begun, &report));
    outflank_report_free(report);
    outflank_game_free(game);
    return NULL;
}

static void test_stop_from_another_thread(void) {
    struct search search = {NULL, 0};
    outflank_game *game;
    outflank_report *report;
    pthread_t thread;
    OK(outflank_engine_new(&search.engine));
    OK(outflank_engine_set_option(search.engine, "Threads", "2"));
    OK(outflank_engine_set_option(search.engine, "Hash", "4"));
    CHECK(pthread_create(&thread, NULL, search_for_ever, &search) == 0);
    while (!__atomic_load_n(&search.has_begun, __ATOMIC_ACQUIRE)) {
    }
    OK(outflank_game_new(&game));
    CHECK(outflank_engine_search(search.engine, game, "depth 1", NULL, NULL, &report) == OUTFLANK_BUSY);
    CHECK(outflank_engine_set_option(search.engine, "Hash", "8") == OUTFLANK_BUSY);
    OK(outflank_engine_stop(search.engine));
    CHECK(pthread_join(thread, NULL) == 0);
    OK(outflank_engine_search(search.engine, game, "depth 1", NULL, NULL, &report));
    outflank_report_free(report);
    outflank_game_free(game);
    outflank_engine_free(search.engine);
}

static void ignore_ply(const outflank_ply *ply, void *user) {
    (void)ply;
    (void)user;
}

static void *search_and_analyse(void *argument) {
    static const char *const limits[] = {
        "movetime 1500 selectivity 73", "movetime 1500 selectivity 73 multipv 3", "exact movetime 500"};
    outflank_game *game;
    outflank_report *report;
    OK(outflank_game_parse("f5d6c3", &game));
    for (size_t i = 0; i < 3; i++) {
        OK(outflank_engine_search(argument, game, limits[i], NULL, NULL, &report));
        outflank_report_free(report);
    }
    OK(outflank_engine_analyse(argument, game, "movetime 500", ignore_ply, NULL));
    outflank_game_free(game);
    return NULL;
}

static void test_a_stack_of_512_kib_is_enough(void) {
    outflank_engine *engine;
    pthread_attr_t attributes;
    pthread_t thread;
    OK(outflank_engine_new(&engine));
    OK(outflank_engine_set_option(engine, "Threads", "2"));
    OK(outflank_engine_set_option(engine, "Hash", "4"));
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, 512 << 10) == 0);
    CHECK(pthread_create(&thread, &attributes, search_and_analyse, engine) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(pthread_attr_destroy(&attributes) == 0);
    outflank_engine_free(engine);
}

static void test_batches(void) {
    enum { COUNT = 3000 };
    uint64_t *players = malloc(COUNT * sizeof *players), *opponents = malloc(COUNT * sizeof *opponents);
    uint64_t *squares = malloc(COUNT * sizeof *squares);
    int32_t *centidiscs = malloc(COUNT * sizeof *centidiscs);
    int32_t discs[2], moves[2], one;
    uint64_t lines;
    for (size_t i = 0; i < COUNT; i++) {
        OK(outflank_position_start(&players[i], &opponents[i]));
    }
    OK(outflank_batch_legal_moves(players, opponents, COUNT, 2, squares));
    OK(outflank_batch_evaluate(players, opponents, COUNT, 0, centidiscs));
    OK(outflank_position_evaluate(players[0], opponents[0], &one));
    CHECK(centidiscs[0] == one && centidiscs[COUNT - 1] == one);
    CHECK(squares[COUNT - 1] == squares[0]);

    OK(outflank_position_parse("-XO--OOOOXX--XOO-XOX-XOOOXOXXXXOOOXXXXOOOXOOOOOOXXXXXXXXXXXXXXX- X",
                               &players[0], &opponents[0], NULL));
    players[1] = 1;
    opponents[1] = 0;
    OK(outflank_batch_solve(players, opponents, 2, 2, 1, discs, moves));
    CHECK(discs[0] == -8 && discs[1] == 64 && moves[0] >= 0 && moves[1] == OUTFLANK_NO_MOVE);
    OK(outflank_batch_solve(players, opponents, 2, 1, 1, discs, NULL));
    REFUSED(outflank_batch_solve(players, opponents, 2, 1, 0, discs, NULL), OUTFLANK_INVALID, "\"0\"");
    REFUSED(outflank_batch_evaluate(players, NULL, 2, 1, centidiscs), OUTFLANK_NULL, "opponents");
    OK(outflank_batch_evaluate(NULL, NULL, 0, 1, NULL));

    OK(outflank_position_start(&players[0], &opponents[0]));
    OK(outflank_perft(players[0], opponents[0], 9, 2, &lines));
    CHECK(lines == 3005288);
    free(players);
    free(opponents);
    free(squares);
    free(centidiscs);
}

int main(void) {
    test_positions();
    test_games();
    test_records();
    test_engine();
    test_stop_from_another_thread();
    test_a_stack_of_512_kib_is_enough();
    test_batches();
    puts("all is well");
    return 0;
}
