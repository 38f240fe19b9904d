import { expect, test, vi } from 'vitest'
import type { TaskMessage, WorkerMessage } from './picture-task.ts'
import { createWorkerPool } from './worker-pool.ts'

const task = { kind: 'thumbnail', file: new Blob() } as const

/** A worker of tests, which answers when it is told to. */
class TestWorker extends EventTarget {
  readonly taskIds: number[] = []
  isTerminated = false

  postMessage({ taskId }: TaskMessage): void {
    this.taskIds.push(taskId)
  }

  terminate(): void {
    this.isTerminated = true
  }

  answer(message: WorkerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: message }))
  }
}

function createTestPool(size: number) {
  const workers: TestWorker[] = []
  const createWorker = () => {
    const worker = new TestWorker()
    workers.push(worker)
    return worker
  }
  return { pool: createWorkerPool({ size, tasksPerWorker: 1, createWorker }), workers }
}

test('starts as many workers as there are tasks, up to its size, and queues the others', async () => {
  const { pool, workers } = createTestPool(2)
  const results = [pool.run(task), pool.run(task), pool.run(task)]
  expect(workers.map(({ taskIds }) => taskIds)).toEqual([[1], [2]])
  workers[1]?.answer({ taskId: 2, event: 'result', result: undefined })
  expect(workers.map(({ taskIds }) => taskIds)).toEqual([[1], [2, 3]])
  workers[0]?.answer({ taskId: 1, event: 'error', message: 'is empty', isUnsuitable: true })
  workers[1]?.answer({ taskId: 3, event: 'result', result: undefined })
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  await expect(results[0]).rejects.toMatchObject({ name: 'UnsuitableFileError', message: 'is empty' })
})

test('replaces a worker that has ended, and goes on with the next task', async () => {
  const { pool, workers } = createTestPool(1)
  const first = pool.run(task)
  const second = pool.run(task)
  workers[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow(/could not convert the picture/)
  expect(workers[0]?.isTerminated).toBe(true)
  workers[1]?.answer({ taskId: 2, event: 'result', result: undefined })
  expect(await second).toBeUndefined()
})

test('a task that does not end is given up after three minutes', async () => {
  vi.useFakeTimers()
  const { pool, workers } = createTestPool(1)
  const first = expect(pool.run(task)).rejects.toThrow('The picture takes too long to convert')
  const second = pool.run(task)
  await vi.advanceTimersByTimeAsync(180_000)
  await first
  expect(workers[0]?.isTerminated).toBe(true)
  workers[1]?.answer({ taskId: 2, event: 'result', result: undefined })
  expect(await second).toBeUndefined()
  await vi.advanceTimersByTimeAsync(180_000)
  expect(workers[1]?.isTerminated).toBe(false)
  vi.useRealTimers()
})

test('an aborted task does not reach a worker', async () => {
  const { pool, workers } = createTestPool(1)
  const controller = new AbortController()
  const running = pool.run(task)
  const aborted = pool.run(task, { signal: controller.signal })
  controller.abort()
  await expect(aborted).rejects.toThrow(/aborted/)
  workers[0]?.answer({ taskId: 1, event: 'result', result: undefined })
  await running
  expect(workers[0]?.taskIds).toEqual([1])
})
