from __future__ import annotations

from evalcore.batch import Coverage, Failure, record
from evalcore.review import JudgeResult
from evalcore.review.judge_result import JudgeConfig
from evalcore.tables import review_judge_run
from evalcore.vlm import Usage


def test_a_judge_run_counts_verdicts_failures_and_tokens() -> None:
    config = JudgeConfig("judge-1", "127.0.0.1", None, None, tiles=12, streams=None)
    result = JudgeResult(
        coverage=Coverage(requested=5, done=4, failed=1),
        failures=(Failure("ball/gen", "timeout", "no reply"),),
        record=record(config=config, inputs={}, packages=()),
        judge="judge-1",
        prompt_sha256="p",
        file="p.jsonl",
        n_kept=1,
        n_asked=3,
        usage=Usage(300, 60),
    )
    table = review_judge_run(result)
    assert table.incomplete == "INCOMPLETE: 1 of 5 units failed"
    assert table.display().to_dict("records") == [
        {
            "Predictions": "p.jsonl",
            "Judged": "3",
            "Kept from before": "1",
            "Failed": "1",
            "Tokens sent": "300",
            "Tokens received": "60",
        }
    ]
    assert table.footnotes[0].startswith("Judge: judge-1 at 127.0.0.1; 12 frames on a contact sheet")
