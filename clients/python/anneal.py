"""A client for Anneal, over the standard library alone.

Made from the OpenAPI document by "npm run docs"; do not change it by hand.

    from anneal import Anneal
    anneal = Anneal("http://127.0.0.1:4400", key)
    run = anneal.create_run({"language": "python", "code": "print(6 * 7)"})
    print(run["outcome"], run["blocks"][0]["attempts"][-1]["stdout"])
"""

import json
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Anneal", "AnnealError"]


class AnnealError(Exception):
    """A refusal of the server: code, message, hint, and whether trying again can help."""

    def __init__(self, status, error):
        super().__init__(f"{error.get('message', status)} {error.get('hint', '')}".strip())
        self.status = status
        self.code = error.get("code", "")
        self.hint = error.get("hint", "")
        self.retry = bool(error.get("retry", False))


def _part(value):
    return urllib.parse.quote(str(value), safe="")


def _word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(answer):
    """JSON as values, everything else as bytes."""
    content = answer.read()
    if answer.headers.get_content_type() == "application/json":
        return json.loads(content)
    return content or None


def _events(answer):
    """The events of a stream, each as soon as it comes."""
    with answer:
        for line in answer:
            if line.startswith(b"data:"):
                yield json.loads(line[5:])


def _error(refusal):
    try:
        return json.loads(refusal.read()).get("error", {})
    except ValueError:
        return {}


class Anneal:
    def __init__(self, url, key, timeout=300):
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout

    def _call(self, method, path, query=None, body=None, content=None):
        told = {name: _word(value) for name, value in (query or {}).items() if value is not None}
        url = self._url + path + ("?" + urllib.parse.urlencode(told) if told else "")
        headers = {"Authorization": "Bearer " + self._key, "Accept": "*/*"}
        data = content
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        elif content is not None:
            headers["Content-Type"] = "application/octet-stream"
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            answer = urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise AnnealError(refusal.code, _error(refusal)) from None
        if answer.headers.get_content_type() == "text/event-stream":
            return _events(answer)
        with answer:
            return _read(answer)

    def create_run(self, body):
        """Run code, or the code in an answer."""
        return self._call("POST", "/v1/runs", body=body)


    def list_runs(self, *, limit=None, before=None, search=None):
        """Your runs, newest first."""
        return self._call("GET", "/v1/runs", query={"limit": limit, "before": before, "search": search})


    def delete_runs(self, *, before=None, keep=None, all=None, dry_run=None):
        """Delete your runs of before a moment, beyond a number, or all that have ended."""
        return self._call("DELETE", "/v1/runs", query={"before": before, "keep": keep, "all": all, "dryRun": dry_run})


    def get_run(self, run_id, *, wait=None):
        """The story of one run so far."""
        return self._call("GET", f"/v1/runs/{_part(run_id)}", query={"wait": wait})


    def delete_run(self, run_id):
        """Delete a run that has ended, with its events and output."""
        return self._call("DELETE", f"/v1/runs/{_part(run_id)}")


    def follow_run(self, run_id):
        """The events of one run, from the start or after Last-Event-ID, until it has ended."""
        return self._call("GET", f"/v1/runs/{_part(run_id)}/events")


    def read_run_file(self, run_id, path, *, block=None, attempt=None):
        """A file that a program of the run wrote."""
        return self._call("GET", f"/v1/runs/{_part(run_id)}/files/{_part(path)}", query={"block": block, "attempt": attempt})


    def cancel_run(self, run_id):
        """End a run; answers when it has ended."""
        return self._call("POST", f"/v1/runs/{_part(run_id)}/cancel")


    def get_run_webhook(self, run_id):
        """Whether the webhook of a run was delivered."""
        return self._call("GET", f"/v1/runs/{_part(run_id)}/webhook")


    def get_webhook_secret(self):
        """The secret that verifies your webhooks."""
        return self._call("GET", "/v1/webhook-secret")


    def list_events(self, *, subject=None, after=None, limit=None):
        """What happened to a run, a session, a machine …, or everything of yours."""
        return self._call("GET", "/v1/events", query={"subject": subject, "after": after, "limit": limit})


    def detect(self, body):
        """Find the code in an answer without running it."""
        return self._call("POST", "/v1/detect", body=body)


    def diagnose(self, body):
        """Say what an error means, without running anything."""
        return self._call("POST", "/v1/diagnose", body=body)


    def debug(self, body):
        """Repair a program from the error it ended with elsewhere."""
        return self._call("POST", "/v1/debug", body=body)


    def list_error_patterns(self):
        """Kinds of failures that were added to the built-in ones."""
        return self._call("GET", "/v1/error-patterns")


    def save_error_pattern(self, body):
        """Add a kind of failure, or change one that was added (admin)."""
        return self._call("POST", "/v1/error-patterns", body=body)


    def delete_error_pattern(self, *, id):
        """Remove a kind of failure that was added here (admin)."""
        return self._call("DELETE", "/v1/error-patterns", query={"id": id})


    def list_strategies(self):
        """All ways to repair a program, with what was learnt about each."""
        return self._call("GET", "/v1/strategies")


    def forget_strategies(self):
        """Forget what was learnt about strategies (admin)."""
        return self._call("DELETE", "/v1/strategies/learned")


    def guard(self, body):
        """Look for dangers in a program without running it."""
        return self._call("POST", "/v1/guard", body=body)


    def list_guard_rules(self):
        """All rules about dangers."""
        return self._call("GET", "/v1/guard/rules")


    def get_guard_policy(self):
        """What is done about dangers: the policy of the server, and yours."""
        return self._call("GET", "/v1/guard/policy")


    def set_guard_policy(self, body):
        """Set your own policy, in place of the one before."""
        return self._call("PUT", "/v1/guard/policy", body=body)


    def delete_guard_policy(self):
        """Remove your own policy: that of the server counts again."""
        return self._call("DELETE", "/v1/guard/policy")


    def analyze(self, body):
        """Tell complexity, style and slow spots of a program without running it."""
        return self._call("POST", "/v1/analyze", body=body)


    def make_tests(self, body):
        """Make tests for a program, run them, and tell what they cover."""
        return self._call("POST", "/v1/tests", body=body)


    def optimize_tests(self, body):
        """Leave out the tests that others make needless."""
        return self._call("POST", "/v1/tests/optimize", body=body)


    def list_approvals(self, *, state=None, scope=None, limit=None, before=None):
        """Questions that wait for a person, or did, the newest first."""
        return self._call("GET", "/v1/approvals", query={"state": state, "scope": scope, "limit": limit, "before": before})


    def get_approval_policy(self):
        """What waits for a person: by the settings of the server, and for you."""
        return self._call("GET", "/v1/approvals/policy")


    def set_approval_policy(self, user, body):
        """Say which effects of a user wait for a person, beside those that the server names (admin)."""
        return self._call("PUT", f"/v1/users/{_part(user)}/approval-policy", body=body)


    def get_approval(self, approval_id):
        """One question, with exactly what would be done."""
        return self._call("GET", f"/v1/approvals/{_part(approval_id)}")


    def decide_approval(self, approval_id, body):
        """Answer a question: once, for its session, or for all that match a pattern."""
        return self._call("POST", f"/v1/approvals/{_part(approval_id)}", body=body)


    def list_packages(self):
        """The packages that programs may import, with their versions."""
        return self._call("GET", "/v1/packages")


    def add_packages(self, body):
        """Add packages for programs; all of them, or none (admin)."""
        return self._call("POST", "/v1/packages", body=body)


    def remove_packages(self, body):
        """Remove packages that were added, and what only they needed (admin)."""
        return self._call("DELETE", "/v1/packages", body=body)


    def search_memory(self, body):
        """Find remembered programs by words, by the name of a function, or by code like them."""
        return self._call("POST", "/v1/memory/search", body=body)


    def suggest_from_memory(self, body):
        """Tell which remembered programs may be better than this one, and why."""
        return self._call("POST", "/v1/memory/suggestions", body=body)


    def analyse_memory(self):
        """Tell what recurs in your remembered programs, and which failures came again."""
        return self._call("GET", "/v1/memory/analysis")


    def store_pattern(self, body):
        """Remember a program; a copy of a known one joins it."""
        return self._call("POST", "/v1/memory/patterns", body=body)


    def list_patterns(self, *, limit=None, before=None):
        """Your remembered programs, the newest first; all of them, page by page, are an export."""
        return self._call("GET", "/v1/memory/patterns", query={"limit": limit, "before": before})


    def forget_run(self, *, run):
        """Forget the programs and repairs that this run alone taught."""
        return self._call("DELETE", "/v1/memory/patterns", query={"run": run})


    def import_patterns(self, body):
        """Remember programs of an export; their counts and runs stay behind, since nothing here proves them."""
        return self._call("POST", "/v1/memory/import", body=body)


    def get_pattern(self, pattern_id):
        """One remembered program, with the runs that prove it."""
        return self._call("GET", f"/v1/memory/patterns/{_part(pattern_id)}")


    def forget_pattern(self, pattern_id):
        """Forget a program."""
        return self._call("DELETE", f"/v1/memory/patterns/{_part(pattern_id)}")


    def run_command(self, body):
        """Run a command of the shell in a sandbox, if it is one that may be run."""
        return self._call("POST", "/v1/commands", body=body)


    def list_commands(self, *, limit=None, before=None):
        """The commands you have run, or tried to, the newest first."""
        return self._call("GET", "/v1/commands", query={"limit": limit, "before": before})


    def check_command(self, body):
        """Say whether a command may be run, without running it."""
        return self._call("POST", "/v1/commands/check", body=body)


    def erase_user(self, user):
        """Delete everything of a user and revoke their keys; runs and sandboxes that go on are ended first (admin)."""
        return self._call("DELETE", f"/v1/users/{_part(user)}/data")


    def execute_action(self, body):
        """Do one thing: run code or a command, work with files, call a tool."""
        return self._call("POST", "/v1/actions", body=body)


    def list_actions(self, *, session=None, limit=None, before=None):
        """Your actions, the newest first."""
        return self._call("GET", "/v1/actions", query={"session": session, "limit": limit, "before": before})


    def list_action_types(self):
        """The types of actions, each with the schemas of its input and output."""
        return self._call("GET", "/v1/actions/types")


    def list_action_tools(self):
        """The tools that the action tool.call can call."""
        return self._call("GET", "/v1/actions/tools")


    def get_action(self, action_id):
        """One action, with its input and its result."""
        return self._call("GET", f"/v1/actions/{_part(action_id)}")


    def list_browsers(self):
        """The open browsers of your sessions, with their tabs."""
        return self._call("GET", "/v1/browsers")


    def get_browser(self, session_id):
        """The browser of a session: whether it is open, its tabs, and what is kept of it."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/browser")


    def close_browser(self, session_id):
        """End the browser of a session; cookies and storage are kept."""
        return self._call("DELETE", f"/v1/sessions/{_part(session_id)}/browser")


    def watch_browser(self, session_id):
        """Pictures of the active page as it changes, as server-sent events."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/browser/live")


    def get_graph(self):
        """Who did what, caused by what, with which result: around a thing, or between two times."""
        return self._call("GET", "/v1/graph")


    def replay(self, body):
        """Do the same causes again from the same checkpoint, in a session of its own, and compare."""
        return self._call("POST", "/v1/graph/replay", body=body)


    def start_plan(self, body):
        """Start a plan of steps; all its problems are told before anything is done."""
        return self._call("POST", "/v1/plans", body=body)


    def list_plans(self, *, limit=None, before=None):
        """Your plans, the newest first."""
        return self._call("GET", "/v1/plans", query={"limit": limit, "before": before})


    def get_plan(self, plan_id):
        """A plan with all its steps as they are now."""
        return self._call("GET", f"/v1/plans/{_part(plan_id)}")


    def pause_plan(self, plan_id):
        """Begin no further steps; those at work end."""
        return self._call("POST", f"/v1/plans/{_part(plan_id)}/pause")


    def resume_plan(self, plan_id, body):
        """Go on with a paused or failed plan, or say what became of a step whose effect is unknown."""
        return self._call("POST", f"/v1/plans/{_part(plan_id)}/resume", body=body)


    def cancel_plan(self, plan_id):
        """End a plan and the steps at work."""
        return self._call("POST", f"/v1/plans/{_part(plan_id)}/cancel")


    def rerun_plan(self, plan_id, body):
        """Do a step and everything after it anew, from the state before that step."""
        return self._call("POST", f"/v1/plans/{_part(plan_id)}/rerun", body=body)


    def branch_plan(self, plan_id, body):
        """Start another plan that begins as this one was before a step, in a session of its own."""
        return self._call("POST", f"/v1/plans/{_part(plan_id)}/branch", body=body)


    def execute_task(self, body):
        """Do a task in words: it is routed to its kind of work, and tried at most three times."""
        return self._call("POST", "/v1/tasks", body=body)


    def list_tasks(self, *, limit=None, before=None):
        """Your tasks, the newest first."""
        return self._call("GET", "/v1/tasks", query={"limit": limit, "before": before})


    def detect_task(self, body):
        """Tell what kind of work a task is, without doing it."""
        return self._call("POST", "/v1/tasks/detect", body=body)


    def execute_with_reflection(self, body):
        """Do an action until it is as expected: judged, revised and done again, at most three times."""
        return self._call("POST", "/v1/tasks/reflect", body=body)


    def get_task(self, task_id):
        """One task."""
        return self._call("GET", f"/v1/tasks/{_part(task_id)}")


    def get_execution_log(self, task_id):
        """The steps of a task in sentences."""
        return self._call("GET", f"/v1/tasks/{_part(task_id)}/log")


    def answer_chat(self, body):
        """Answer a message: the model answers, its code is run, failures go back to it, all as one stream."""
        return self._call("POST", "/v1/chat", body=body)


    def get_chat_model(self):
        """The model that answers, or how to configure one."""
        return self._call("GET", "/v1/chat")


    def resume_answer(self, chat_id):
        """Read the answer that is going on, from its beginning."""
        return self._call("GET", f"/v1/chat/{_part(chat_id)}/stream")


    def resume_chat(self, chat_id):
        """Read the answer that is going on, from its beginning."""
        return self._call("GET", f"/v1/chats/{_part(chat_id)}/stream")


    def list_chats(self, *, limit=None, before=None):
        """Your conversations, the last used first."""
        return self._call("GET", "/v1/chats", query={"limit": limit, "before": before})


    def get_chat(self, chat_id):
        """One conversation with its messages, those of other branches too."""
        return self._call("GET", f"/v1/chats/{_part(chat_id)}")


    def rename_chat(self, chat_id, body):
        """Give a conversation another title."""
        return self._call("PUT", f"/v1/chats/{_part(chat_id)}", body=body)


    def remove_chat(self, chat_id):
        """Remove a conversation with its messages and the session that was made for it."""
        return self._call("DELETE", f"/v1/chats/{_part(chat_id)}")


    def branch_chat(self, chat_id, body):
        """Begin another conversation with the messages up to one, in a session as it was then."""
        return self._call("POST", f"/v1/chats/{_part(chat_id)}/branch", body=body)


    def stop_chat(self, chat_id):
        """End the answer that is going on; everything said so far is kept."""
        return self._call("POST", f"/v1/chats/{_part(chat_id)}/stop")


    def create_completion(self, body):
        """Complete a conversation as OpenAI does; the code in the answer is run first."""
        return self._call("POST", "/openai/v1/chat/completions", body=body)


    def list_completion_models(self):
        """The models that answer, as OpenAI lists them."""
        return self._call("GET", "/openai/v1/models")


    def get_playbook(self, *, agent=None, state=None, seq=None, at=None):
        """Your lessons, now or at an earlier moment."""
        return self._call("GET", "/v1/playbook", query={"agent": agent, "state": state, "seq": seq, "at": at})


    def add_lesson(self, body):
        """Add a lesson with a broken and a repaired program; it counts when both behave so in our own sandbox."""
        return self._call("POST", "/v1/playbook", body=body)


    def get_playbook_history(self):
        """Every change of your playbook, the oldest first."""
        return self._call("GET", "/v1/playbook/history")


    def restore_playbook(self, body):
        """Set the playbook back to an earlier moment; later lessons stay, retired."""
        return self._call("POST", "/v1/playbook/restore", body=body)


    def forget_lessons(self, body):
        """Forget lessons by id, run or age, or all: nothing of them stays, in the log either."""
        return self._call("POST", "/v1/playbook/forget", body=body)


    def explain_lesson(self, lesson_id):
        """One lesson: which runs earned it, what proved it, and every change of it."""
        return self._call("GET", f"/v1/playbook/{_part(lesson_id)}")


    def change_lesson(self, lesson_id, body):
        """Retire, quarantine, restore, supersede, merge or share a lesson."""
        return self._call("POST", f"/v1/playbook/{_part(lesson_id)}", body=body)


    def create_agent(self, body):
        """Make a named agent with a memory and a record of its own; runs name it in `agent`."""
        return self._call("POST", "/v1/agents", body=body)


    def list_agents(self):
        """Your agents, the oldest first."""
        return self._call("GET", "/v1/agents")


    def get_agent(self, name):
        """One agent: its record and its level by language and kind of task."""
        return self._call("GET", f"/v1/agents/{_part(name)}")


    def remove_agent(self, name):
        """Remove an agent with its record and its lessons; its runs stay."""
        return self._call("DELETE", f"/v1/agents/{_part(name)}")


    def share_agent(self, name, body):
        """Let another user search the programs that runs of this agent taught, or end that."""
        return self._call("POST", f"/v1/agents/{_part(name)}/share", body=body)


    def route_task(self, body):
        """Tell which of your agents is the best for a task, and why."""
        return self._call("POST", "/v1/agents/route", body=body)


    def send_feedback(self, body):
        """Say whether the outcome of a run, or of several, was good; it counts for the lessons that were used."""
        return self._call("POST", "/v1/feedback", body=body)


    def get_feedback(self):
        """Your queue: how many runs wait to be learnt from."""
        return self._call("GET", "/v1/feedback")


    def learn_now(self):
        """Wait until everything that is owed now is learnt; it would be by itself too, a little later."""
        return self._call("POST", "/v1/feedback/learn")


    def set_sampling_rate(self, body):
        """Set the share of runs that are learnt from, for all users (admin)."""
        return self._call("PUT", "/v1/feedback/sampling", body=body)


    def get_insights(self, *, days=None):
        """What fails most and why, what helps, what needs attention, with the runs behind every sentence."""
        return self._call("GET", "/v1/insights", query={"days": days})


    def create_session(self, body):
        """Make a session: variables and files that last from run to run."""
        return self._call("POST", "/v1/sessions", body=body)


    def list_sessions(self, *, conversation=None, limit=None, before=None):
        """Your sessions, newest first."""
        return self._call("GET", "/v1/sessions", query={"conversation": conversation, "limit": limit, "before": before})


    def get_session(self, session_id):
        """One session."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}")


    def update_session(self, session_id, body):
        """Replace the metadata of a session."""
        return self._call("PUT", f"/v1/sessions/{_part(session_id)}", body=body)


    def delete_session(self, session_id):
        """End a session and remove all that is in it; its checkpoints stay."""
        return self._call("DELETE", f"/v1/sessions/{_part(session_id)}")


    def get_session_history(self, session_id, *, after=None, limit=None):
        """What was executed in a session, the oldest first."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/history", query={"after": after, "limit": limit})


    def checkpoint_session(self, session_id, body):
        """Make a checkpoint: everything in the session as it is now."""
        return self._call("POST", f"/v1/sessions/{_part(session_id)}/checkpoints", body=body)


    def restore_session(self, session_id):
        """Make a session what it was at its latest checkpoint."""
        return self._call("POST", f"/v1/sessions/{_part(session_id)}/restore")


    def list_variables(self, session_id, *, language=None):
        """The variables of a session, of one language or of all."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/variables", query={"language": language})


    def get_variable(self, session_id, name, *, language):
        """The value of a variable."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/variables/{_part(name)}", query={"language": language})


    def set_variable(self, session_id, name, body):
        """Set a variable."""
        return self._call("PUT", f"/v1/sessions/{_part(session_id)}/variables/{_part(name)}", body=body)


    def list_attributes(self, session_id, *, language, of):
        """The names that may stand behind a dot, for completion; in Python, JavaScript and TypeScript."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/attributes", query={"language": language, "of": of})


    def list_session_files(self, session_id, *, path=None, depth=None):
        """The files of a session."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/files", query={"path": path, "depth": depth})


    def read_session_file(self, session_id, *, path):
        """The content of a file of a session."""
        return self._call("GET", f"/v1/sessions/{_part(session_id)}/file", query={"path": path})


    def write_session_file(self, session_id, content, *, path):
        """Save a file in a session, with the directories it is in."""
        return self._call("PUT", f"/v1/sessions/{_part(session_id)}/file", query={"path": path}, content=content)


    def delete_session_file(self, session_id, *, path):
        """Remove a file of a session, or a directory with everything in it."""
        return self._call("DELETE", f"/v1/sessions/{_part(session_id)}/file", query={"path": path})


    def open_terminal(self, session_id, body):
        """Open a terminal in a session; it ends with this request, and what it changed is saved."""
        return self._call("POST", f"/v1/sessions/{_part(session_id)}/terminal", body=body)


    def type_in_terminal(self, session_id, body):
        """Send keys to the terminal of a session, or tell it a new size."""
        return self._call("POST", f"/v1/sessions/{_part(session_id)}/terminal/input", body=body)


    def list_checkpoints(self, *, session=None, conversation=None, limit=None):
        """Your checkpoints, newest first."""
        return self._call("GET", "/v1/checkpoints", query={"session": session, "conversation": conversation, "limit": limit})


    def import_checkpoint(self, content):
        """Import a checkpoint: a new session that begins as it."""
        return self._call("POST", "/v1/checkpoints", content=content)


    def get_checkpoint_stats(self):
        """How many checkpoints you have and what they take."""
        return self._call("GET", "/v1/checkpoints/stats")


    def get_checkpoint(self, checkpoint_id):
        """What a checkpoint holds: variables, files, versions."""
        return self._call("GET", f"/v1/checkpoints/{_part(checkpoint_id)}")


    def delete_checkpoint(self, checkpoint_id):
        """Remove a checkpoint, and what only it needed."""
        return self._call("DELETE", f"/v1/checkpoints/{_part(checkpoint_id)}")


    def compare_checkpoints(self, checkpoint_id, other):
        """What changed from one checkpoint to another: files and variables."""
        return self._call("GET", f"/v1/checkpoints/{_part(checkpoint_id)}/diff/{_part(other)}")


    def restore_checkpoint(self, checkpoint_id):
        """Make the session what it was at this checkpoint."""
        return self._call("POST", f"/v1/checkpoints/{_part(checkpoint_id)}/restore")


    def branch_checkpoint(self, checkpoint_id, body):
        """Make a new session that begins as this checkpoint."""
        return self._call("POST", f"/v1/checkpoints/{_part(checkpoint_id)}/branch", body=body)


    def export_checkpoint(self, checkpoint_id):
        """A checkpoint as one file, to keep it or to import it elsewhere."""
        return self._call("GET", f"/v1/checkpoints/{_part(checkpoint_id)}/archive")


    def create_volume(self, body):
        """Make a volume: files that outlive sandboxes."""
        return self._call("POST", "/v1/volumes", body=body)


    def list_volumes(self):
        """Your volumes."""
        return self._call("GET", "/v1/volumes")


    def get_volume_stats(self):
        """How much your volumes hold and take."""
        return self._call("GET", "/v1/volumes/stats")


    def get_volume(self, name):
        """One volume: its size, its limits, its version."""
        return self._call("GET", f"/v1/volumes/{_part(name)}")


    def delete_volume(self, name):
        """Remove a volume with everything in it."""
        return self._call("DELETE", f"/v1/volumes/{_part(name)}")


    def create_volume_directory(self, name, body):
        """Make a directory in a volume, with those it is in; one that is there is fine."""
        return self._call("POST", f"/v1/volumes/{_part(name)}/directories", body=body)


    def move_volume_file(self, name, body):
        """Give a file or directory of a volume another path."""
        return self._call("POST", f"/v1/volumes/{_part(name)}/move", body=body)


    def list_volume_files(self, name, *, path=None, depth=None):
        """What is in a directory of a volume."""
        return self._call("GET", f"/v1/volumes/{_part(name)}/files", query={"path": path, "depth": depth})


    def read_volume_file(self, name, *, path):
        """The content of a file of a volume, or the range of it that the request names."""
        return self._call("GET", f"/v1/volumes/{_part(name)}/file", query={"path": path})


    def write_volume_file(self, name, content, *, path):
        """Save a file in a volume, with the directories it is in: whole or not at all."""
        return self._call("PUT", f"/v1/volumes/{_part(name)}/file", query={"path": path}, content=content)


    def delete_volume_file(self, name, *, path):
        """Remove a file of a volume, or a directory with everything in it."""
        return self._call("DELETE", f"/v1/volumes/{_part(name)}/file", query={"path": path})


    def read_volume_archive(self, name, *, path=None):
        """A directory of a volume as a tar archive."""
        return self._call("GET", f"/v1/volumes/{_part(name)}/archive", query={"path": path})


    def write_volume_archive(self, name, content, *, path=None):
        """Lay an archive into a directory of a volume: everything in it or nothing."""
        return self._call("PUT", f"/v1/volumes/{_part(name)}/archive", query={"path": path}, content=content)


    def get_health(self):
        """Whether the server can work, by component."""
        return self._call("GET", "/v1/health")


    def get_stats(self, *, scope=None):
        """Totals, success rate, languages, durations and errors."""
        return self._call("GET", "/v1/stats", query={"scope": scope})


    def list_logs(self, *, level=None, from_=None, to=None, limit=None, format=None):
        """Your log as JSON or CSV, oldest line first."""
        return self._call("GET", "/v1/logs", query={"level": level, "from": from_, "to": to, "limit": limit, "format": format})


    def get_config(self):
        """Every setting, its value and where the value came from (admin)."""
        return self._call("GET", "/v1/config")


    def get_metrics(self):
        """Metrics for Prometheus."""
        return self._call("GET", "/metrics")


    def get_policy(self):
        """Limits, network and commands that this server allows."""
        return self._call("GET", "/v1/policy")


    def list_keys(self):
        """All keys, without the keys themselves (admin)."""
        return self._call("GET", "/v1/keys")


    def create_key(self, body):
        """Make a key; it is shown this once (admin)."""
        return self._call("POST", "/v1/keys", body=body)


    def delete_key(self, key_id):
        """Revoke a key, at once (admin)."""
        return self._call("DELETE", f"/v1/keys/{_part(key_id)}")


    def list_tokens(self):
        """Your open tokens, newest first, without the tokens themselves."""
        return self._call("GET", "/v1/tokens")


    def create_token(self, body):
        """Make a token for a web page: it opens one session or one run for a short time; it is shown this once."""
        return self._call("POST", "/v1/tokens", body=body)


    def revoke_token(self, token_id):
        """Revoke a token, at once; streams that it opened end."""
        return self._call("DELETE", f"/v1/tokens/{_part(token_id)}")


    def get_doctor(self, *, prove=None):
        """What this host offers, and the remedy for each shortfall (admin)."""
        return self._call("GET", "/v1/doctor", query={"prove": prove})


    def list_doctor_checks(self):
        """The attacks and promises that can be tried on the sandboxes of this server (admin)."""
        return self._call("GET", "/v1/doctor/checks")


    def run_doctor_check(self, check_id):
        """Try one of them, now, in a sandbox of its own (admin)."""
        return self._call("POST", f"/v1/doctor/checks/{_part(check_id)}")


    def list_tools(self):
        """Anneal as a function for models; what they call it with is a body of POST /v1/runs."""
        return self._call("GET", "/v1/tools")


    def get_open_api(self):
        """This API as an OpenAPI 3.1 document."""
        return self._call("GET", "/openapi.json")


    def get_docs(self):
        """This API as a page to read and to try; a browser asks for the key as password."""
        return self._call("GET", "/docs")


    def get_docs_script(self):
        """The script of the page, always in gzip."""
        return self._call("GET", "/docs/reference.js")
