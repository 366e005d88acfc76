"""`benches/sessions.py`: analyses that are stepped through, merged, stopped or resumed."""


def finding(record):
    faults = f"{record['reports']:,} reports, {len(record['faults'])} of them without answer, value or line"
    told = [f"{record['sessions']:,} sessions with {faults}"]
    if "same" in record:
        told.append(f"the answer stays in {record['same']}")
    if "loss_before" in record:
        told.append(
            f"answers lose {record['loss_before']} centipawns before and {record['loss_after']} after"
            f" (standard error of the difference {record['error']})"
        )
    if "cpu_ratio" in record:
        told.append(
            f"the searches take {record['cpu_ratio']} times the CPU time of one in one piece (median of the sessions"
            f" {record['cpu_ratio_median']}), with starts, loading and saving {record['cpu_ratio_of_processes']} times"
        )
    return "; ".join(told)
