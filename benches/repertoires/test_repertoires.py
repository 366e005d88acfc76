"""python3 -m unittest discover benches/repertoires"""

import io
import random
import unittest

import chess
import chess.pgn

import frequencies
import generate
import loss
import points
import policy
import schedule

GAMES = '[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result "1/2-1/2"]\n\n1. e4 c5 1/2-1/2\n\n[Result "0-1"]\n\n1. e4 e5 0-1\n'


class Engine:
    """Always lists these moves, where they are legal."""

    def __init__(self, *moves):
        self.listed = moves

    def moves(self, board, _depth):
        legal = [(text, value) for text, value in self.listed if chess.Move.from_uci(text) in board.legal_moves]
        return legal or [(next(iter(board.legal_moves)).uci(), 0)]


def place(line, **more):
    board, moves = chess.Board(), []
    for san in line.split():
        move = board.parse_san(san)
        moves.append({"move": move.uci(), "san": san})
        board.push(move)
    told = {"line": moves, "answer": None, "transposes_to": None, "reached": 1.0, "played_games": None}
    return {**told, **more}


class TestPolicy(unittest.TestCase):
    def test_the_deepest_lines_count(self):
        lines = [
            "info depth 1 seldepth 1 multipv 1 score cp 5 nodes 9 pv a2a3 a7a6",
            "info depth 2 multipv 1 score cp 20 pv e2e4",
            "info depth 2 multipv 2 score mate -3 pv f2f3",
            "info string nothing",
            "bestmove e2e4",
        ]
        self.assertEqual(policy.listed(lines), [("e2e4", 20), ("f2f3", -policy.MOST)])

    def test_weak_players_err_more_often(self):
        moves, dice = [("a", 0), ("b", -100)], random.Random(1)
        errors = {depth: sum(policy.choose(moves, depth, dice)[0] == "b" for _ in range(2000)) for depth in (1, 6)}
        self.assertGreater(errors[1], 3 * errors[6])
        self.assertGreater(errors[6], 0)


class TestGames(unittest.TestCase):
    def test_a_game_can_be_read_and_says_who_played(self):
        # Fool's mate.
        engine = Engine(("f2f3", 2000), ("e7e5", 0), ("g2g4", 0), ("d8h4", 0))
        found = generate.game(engine, random.Random(1), 30)
        self.assertEqual(found[:2], (["f3", "e5", "g4", "Qh4#"], 0.0))
        game = chess.pgn.read_game(io.StringIO(generate.written(7, found)))
        self.assertEqual((game.headers["Result"], game.headers["Round"], game.errors), ("0-1", "7", []))
        self.assertEqual(game.headers["WhiteElo"], str(policy.rating(found[2][0])))

    def test_hopeless_games_are_given_up_and_long_ones_decided(self):
        moves, result, _ = generate.game(Engine(("e2e4", 50), ("e7e5", -900)), random.Random(1), 30)
        self.assertEqual((moves, result), (["e4"], 1.0))
        self.assertEqual(generate.game(Engine(("e2e4", 250)), random.Random(1), 1)[1], 1.0)
        self.assertEqual(generate.game(Engine(("e2e4", 50)), random.Random(1), 1)[1], 0.5)


class TestFrequencies(unittest.TestCase):
    def found(self, **more):
        told = {"played_games": 2, "played_share": 0.667, "played_points": 0.5}
        return {"side": "white", "fen": chess.STARTING_FEN, "positions": [place("e4"), place("e4 e5", **{**told, **more})]}

    def test_a_right_count_is_right_and_a_wrong_one_is_told(self):
        counts = frequencies.counted(io.StringIO(GAMES))
        self.assertEqual(frequencies.compared(counts, self.found(), 3), (1, []))
        for wrong in [{"played_games": 3}, {"played_share": 0.66}, {"played_points": 0.75}]:
            moves, differences = frequencies.compared(counts, self.found(**wrong), 3)
            self.assertEqual((moves, [each["line"] for each in differences]), (1, ["e4 e5"]))
        self.assertEqual(frequencies.compared(counts, self.found(), 4), (0, []))

    def test_positions_are_the_same_whatever_led_there(self):
        text = '[Result "*"]\n\n1. d4 d5 2. c4 e6 3. Nc3 *\n\n[Result "*"]\n\n1. c4 e6 2. d4 d5 3. Nf3 *\n'
        counts = frequencies.counted(io.StringIO(text))
        board = chess.Board()
        for san in ["d4", "d5", "c4", "e6"]:
            board.push_san(san)
        self.assertEqual(set(counts[frequencies.key(board)]), {"b1c3", "g1f3"})


class TestPoints(unittest.TestCase):
    def test_a_game_ends_where_the_opponent_leaves_the_repertoire(self):
        answer = {"answer": {"move": "e2e4", "san": "e4"}}
        known = points.answers({"fen": chess.STARTING_FEN, "positions": [place("", **answer)]})
        board = chess.Board()
        last = points.to_the_end(board, True, known, Engine(("c7c5", 0)), 3, random.Random(1))
        self.assertEqual([move.uci() for move in last.move_stack], ["e2e4"])
        self.assertEqual([move.uci() for move in board.move_stack], ["e2e4", "c7c5"])
        self.assertEqual(points.worth(last, {last.fen(): 0.6}, True), 0.6)

    def test_games_that_are_over_count_as_they_ended(self):
        board = chess.Board()
        for san in ["f3", "e5", "g4", "Qh4#"]:
            board.push_san(san)
        self.assertEqual([points.worth(board, {}, own) for own in (True, False)], [0.0, 1.0])
        self.assertEqual(points.played_on(board, None, [1, 1], None), 0.0)

    def test_the_interval_is_that_of_a_mean(self):
        self.assertEqual(points.mean([0.0, 1.0] * 50), (0.5, 0.0985))


class TestLoss(unittest.TestCase):
    def test_only_positions_with_an_answer_of_their_own_are_judged(self):
        answer = {"answer": {"move": "g1f3", "san": "Nf3"}}
        found = {"positions": [place("e4"), place("e4 e5", reached=0.5, **answer)], "fen": chess.STARTING_FEN}
        self.assertEqual([question[1:] for question in loss.asked(found)], [("g1f3", 0.5)])
        found["positions"][1]["transposes_to"] = []
        self.assertEqual(loss.asked(found), [])

    def test_frequent_positions_weigh_more(self):
        found = loss.summed([(0, 0.9), (60, 0.1)])
        self.assertEqual((found["lose"], found["weighted"], found["errors"], found["grave"]), (30.0, 6.0, 1, 1))


class TestSchedule(unittest.TestCase):
    def test_a_position_waits_for_the_answer_before_it(self):
        found = {"fen": chess.STARTING_FEN, "positions": [
            place("", answer={"move": "e2e4"}), place("e4"),
            place("e4 e5", reached=0.5, answer={"move": "g1f3"}), place("e4 c5", reached=0.4, answer={"move": "g1f3"}),
            place("e4 d5", transposes_to=[], answer={"move": "e4d5"}),
        ]}
        wanted = schedule.tasks(found, 400)
        self.assertEqual([task[2] for task in wanted], [400, 100] * 3)
        self.assertEqual(wanted[2][:2], (("e2e4", "e7e5"), ()))
        self.assertEqual(schedule.time(wanted, 1), 1500)
        # The first alone; then the position behind it beside the first reply, and so on.
        self.assertEqual(schedule.time(wanted, 2), 400 + 100 + 400 + 100)
        self.assertEqual(schedule.time(wanted, 9), 400 + 400 + 100)


if __name__ == "__main__":
    unittest.main()
