import {
  type PictureTask,
  type TaskMessage,
  type TaskResults,
  UnsuitableFileError,
  type WorkerMessage,
} from './picture-task.ts'

/** ms; converting the largest pictures takes seconds. */
const TASK_TIMEOUT_MS = 180_000

interface RunOptions {
  /** Ends the wait for the result. A started task runs to its end. */
  readonly signal?: AbortSignal | undefined
  readonly onConverting?: () => void
}

interface QueuedTask {
  readonly task: PictureTask
  readonly options: RunOptions
  readonly resolve: (result: TaskResults[keyof TaskResults]) => void
  readonly reject: (error: unknown) => void
}

/** What the pool needs of a `Worker`. */
interface TaskWorker extends EventTarget {
  readonly postMessage: (message: TaskMessage) => void
  readonly terminate: () => void
}

interface PoolWorker {
  readonly worker: TaskWorker
  readonly tasks: Map<number, QueuedTask>
}

interface PoolOptions {
  readonly size: number
  readonly tasksPerWorker: number
  readonly createWorker: () => TaskWorker
}

/** Runs tasks in workers, which it starts with the first tasks. */
export function createWorkerPool({ size, tasksPerWorker, createWorker }: PoolOptions) {
  const workers: PoolWorker[] = []
  const queue: QueuedTask[] = []
  let lastTaskId = 0

  function startWorker(): PoolWorker {
    const poolWorker: PoolWorker = { worker: createWorker(), tasks: new Map() }
    poolWorker.worker.addEventListener('message', (event) => {
      if (isWorkerMessage(event)) receive(poolWorker, event.data)
    })
    poolWorker.worker.addEventListener('error', () =>
      replaceWorker(poolWorker, new Error('The browser could not convert the picture: close other tabs, then retry')),
    )
    workers.push(poolWorker)
    return poolWorker
  }

  /** A worker that has no memory left ends. The others go on, and so does the queue. */
  function replaceWorker(poolWorker: PoolWorker, error: Error): void {
    poolWorker.worker.terminate()
    workers.splice(workers.indexOf(poolWorker), 1)
    for (const { reject } of poolWorker.tasks.values()) reject(error)
    assignTasks()
  }

  /** A damaged file can keep its decoder busy forever. */
  function watchTask(poolWorker: PoolWorker, taskId: number): void {
    setTimeout(() => {
      if (poolWorker.tasks.has(taskId))
        replaceWorker(poolWorker, new Error('The picture takes too long to convert: export it again, as JPEG'))
    }, TASK_TIMEOUT_MS)
  }

  function receive({ tasks }: PoolWorker, message: WorkerMessage): void {
    const queued = tasks.get(message.taskId)
    if (!queued) return
    if (message.event === 'converting') {
      queued.options.onConverting?.()
      return
    }
    tasks.delete(message.taskId)
    if (message.event === 'result') queued.resolve(message.result)
    else queued.reject(message.isUnsuitable ? new UnsuitableFileError(message.message) : new Error(message.message))
    assignTasks()
  }

  function assignTasks(): void {
    while (queue.length > 0) {
      const isFree = ({ tasks }: PoolWorker) => tasks.size < tasksPerWorker
      const poolWorker =
        workers.find(({ tasks }) => tasks.size === 0) ?? (workers.length < size ? startWorker() : workers.find(isFree))
      const queued = poolWorker && queue.shift()
      if (!queued) return
      if (queued.options.signal?.aborted) continue
      lastTaskId += 1
      poolWorker.tasks.set(lastTaskId, queued)
      const message: TaskMessage = { taskId: lastTaskId, task: queued.task }
      poolWorker.worker.postMessage(message)
      watchTask(poolWorker, lastTaskId)
    }
  }

  return {
    /** Resolves with the result of a task. Rejects with `UnsuitableFileError` for a file that cannot be added. */
    run: <Kind extends PictureTask['kind']>(
      task: PictureTask & { readonly kind: Kind },
      options: RunOptions = {},
    ): Promise<TaskResults[Kind]> =>
      new Promise((resolve, reject) => {
        options.signal?.throwIfAborted()
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
        // The worker answers each task with the result of its kind.
        queue.push({ task, options, resolve: (result) => resolve(result as TaskResults[Kind]), reject })
        assignTasks()
      }),
  }
}

const isWorkerMessage = (event: Event): event is MessageEvent<WorkerMessage> => event instanceof MessageEvent
