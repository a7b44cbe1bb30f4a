"""
E2B's own SDK for Python on this server. Start one as root first; then:

pip install e2b-code-interpreter
E2B_API_URL=http://127.0.0.1:4400 E2B_SANDBOX_URL=http://127.0.0.1:4400 E2B_API_KEY=… python3 examples/code-interpreter.py
"""
from e2b_code_interpreter import Sandbox

with Sandbox.create() as sandbox:
    sandbox.files.write("sales.csv", "city,sold\nOslo,3\nRome,5\n")
    print("listed", [entry.name for entry in sandbox.files.list("/home/user")])
    print("lines", sandbox.commands.run("wc -l < sales.csv").stdout.strip())

    sandbox.run_code("import csv; sold = {row['city']: int(row['sold']) for row in csv.DictReader(open('sales.csv'))}")
    print("sold", sandbox.run_code("sum(sold.values())").text)
