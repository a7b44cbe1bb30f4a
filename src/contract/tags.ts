/** The groups of the API, in the order in which a page shows them. */
export const TAGS = {
  Runs: 'Run a program, or the code in an answer, and read its story.',
  Sessions: 'Variables and files that last from run to run.',
  Checkpoints: 'States of a session to go back to, to branch from, and to carry elsewhere.',
  Volumes: 'Files that outlive sandboxes.',
  Commands: 'Single commands of the shell, under a policy.',
  Actions: 'One interface for everything that an agent does.',
  Browser: 'A real browser in a session; its pages are used through actions.',
  Tasks: 'A task in words, routed to the right kind of work.',
  Chat: 'Conversations whose answers are run before they are believed.',
  Plans: 'Steps that survive a crash, with checkpoints and a way back.',
  Approvals: 'Effects that wait for a person.',
  Graph: 'Who did what, caused by what, with which result.',
  Programs: 'Find, read, judge and test programs.',
  Packages: 'Modules that programs may import beside those of the host.',
  Repair: 'Errors explained and repaired, and what was learnt about repairs.',
  Memory: 'Programs that worked, found again by words or by code.',
  Playbook: 'Lessons from your runs: what they are, what earned them, and how they change.',
  Feedback: 'What became of every run, and what follows from it.',
  Events: 'Everything that happened, as it happens.',
  Agents: 'Descriptions of Anneal as a tool, for models; named agents and what they are good at.',
  Keys: 'Users and their keys.',
  Tokens: 'Short-lived tokens for web pages, each for one session or one run.',
  Server: 'Health, statistics, logs, metrics, settings and this description.',
} as const

export type Tag = keyof typeof TAGS
