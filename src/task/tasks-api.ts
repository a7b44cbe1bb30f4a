import type { DetectedTask, LogEntry, ReflectionRequest, TaskRequest, TaskResult } from '../contract/task.ts'

export interface TaskCaller {
  /** The person at this host, unless a user is given. */
  userId?: string
  signal?: AbortSignal
}

/** Tasks in words, and single actions with an expectation. Another user's task is TASK_NOT_FOUND. */
export interface TasksApi {
  /** Tells what kind of work a text is, without a model and without doing anything. */
  detectTaskType(text: string): DetectedTask
  /** Routes a task to its kind of work, and tries it at most three times. Every ending is a result. */
  executeTask(request: TaskRequest, caller?: TaskCaller): Promise<TaskResult>
  /** Does one action, judges it by the expectation, revises it and does it again, at most three times. */
  executeWithReflection(request: ReflectionRequest, caller?: TaskCaller): Promise<TaskResult>
  /** The steps of a task in sentences, from its events. */
  getExecutionLog(id: string, userId?: string): Promise<LogEntry[]>
  get(id: string, userId: string): Promise<TaskResult>
  /** Newest first. */
  list(query: { userId: string; limit: number; before?: string }): Promise<TaskResult[]>
}
