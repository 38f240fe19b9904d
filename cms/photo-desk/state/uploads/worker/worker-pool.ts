import workerpool from 'workerpool'
import type { PictureTasks } from './picture-worker.ts'
import workerUrl from './picture-worker.ts?worker&url'
import { UnsuitableFileError } from './unsuitable-file-error.ts'

/** ms; converting the largest pictures takes seconds. A damaged file can keep its decoder busy forever. */
const TASK_TIMEOUT_MS = 180_000

/** What a task can be given. */
export interface RunOptions {
  /** Ends the wait for the result, and the worker of a task that has started. */
  readonly signal?: AbortSignal | undefined
  /** Called when the file is read. */
  readonly onConverting?: () => void
}

/**
 * Creates a function that runs tasks in at most `maxWorkers` workers, one at a time in each. A worker that crashes, hangs or
 * is cancelled is replaced. The function throws `UnsuitableFileError` for a file that cannot be added.
 */
export function createWorkerPool(maxWorkers: number) {
  const pool = workerpool.pool(workerUrl, { maxWorkers, workerType: 'web', workerOpts: { type: 'module' } })
  return async <Name extends keyof PictureTasks>(
    name: Name,
    parameters: Parameters<PictureTasks[Name]>,
    { signal, onConverting }: RunOptions = {},
  ): Promise<Awaited<ReturnType<PictureTasks[Name]>>> => {
    signal?.throwIfAborted()
    const options = { on: () => onConverting?.() }
    const task = pool.exec<PictureTasks[Name]>(name, parameters, options).timeout(TASK_TIMEOUT_MS)
    const cancel = () => void task.cancel()
    signal?.addEventListener('abort', cancel)
    try {
      return await task
    } catch (error) {
      signal?.throwIfAborted()
      // The pool removes a worker that has crashed, but starts another one for the queue only with the next task.
      if (error instanceof workerpool.TerminateError) pool.exec('methods').catch(() => {})
      throw explainError(error)
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}

/** Errors lose their class on the way from a worker. */
function explainError(error: unknown): unknown {
  if (error instanceof workerpool.Promise.TimeoutError)
    return new Error('The picture takes too long to convert: export it again, as JPEG')
  if (error instanceof workerpool.TerminateError)
    return new Error('The browser could not convert the picture: close other tabs, then retry')
  return error instanceof Error && error.name === 'UnsuitableFileError' ? new UnsuitableFileError(error.message) : error
}
