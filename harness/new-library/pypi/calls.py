# Calls the library, and counts the calls that fail. It is not told the library's version.
import json, sys


def call():
    """Write the call of @LIBRARY@ here. Raise if its answer is not the right one."""


calls, failed = 20, 0
for _ in range(calls):
    try:
        if sys.argv[1] == "by-hand":
            raise ValueError("the control")
        call()
    except Exception:
        failed += 1
print(json.dumps({"calls": calls, "failed": failed}))
