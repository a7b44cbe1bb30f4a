"""A small MCP server over standard streams, without any package: it keeps notes while it lives."""
import json
import sys

notes = []

TOOLS = [
    {
        "name": "add",
        "description": "Keep a note.",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    },
    {"name": "list", "description": "All notes.", "inputSchema": {"type": "object"}},
    {
        "name": "read",
        "description": "Read a file of the system that the server runs in.",
        "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    },
]


def call(name, given):
    if name == "add":
        notes.append(given["text"])
        return {"content": [{"type": "text", "text": f"{len(notes)} notes"}]}
    if name == "list":
        return {"content": [{"type": "text", "text": "\n".join(notes)}], "structuredContent": {"notes": notes}}
    if name == "read":
        try:
            return {"content": [{"type": "text", "text": open(given["path"]).read()}]}
        except OSError as error:
            return {"content": [{"type": "text", "text": str(error)}], "isError": True}
    raise KeyError(name)


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "notes", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        return call(params["name"], params.get("arguments", {}))
    raise KeyError(method)


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    try:
        told = {"result": answer(message["method"], message.get("params", {}))}
    except KeyError as error:
        told = {"error": {"code": -32601, "message": f"there is no {error}"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **told}), flush=True)
