"""`benches/answers.py`: what answers lose."""


def finding(record):
    (first, least), *others = record["lose"].items()
    lose = f"`{first}` loses {least} centipawns a move" + "".join(f" and `{name}` {loss}" for name, loss in others)
    errors = " and ".join(f"{count:,}" for count in record["errors"].values())
    told = f"with {record['nodes']:,} nodes {lose}"
    if "error" in record:
        told += f" (the difference is {record['difference']}, standard error {record['error']})"
    return f"{told}; {errors} answers lose more than 30"
