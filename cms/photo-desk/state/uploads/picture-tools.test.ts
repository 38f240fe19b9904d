import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { COMPARISONS } from '#cms/pictures/perceptual-hash.ts'
import { createPictureTools, createWorkerPool } from './picture-tools.ts'
import { UnsuitableFileError } from './worker/unsuitable-file-error.ts'

interface Request {
  readonly id: number
  readonly method: string
}

/** A worker of the browser, which answers when it is told to. */
class TestWorker extends EventTarget {
  static all: TestWorker[] = []
  readonly requests: Request[] = []
  isTerminated = false

  constructor() {
    super()
    TestWorker.all.push(this)
    void Promise.resolve().then(() => this.emit('ready'))
  }

  postMessage(request: Request): void {
    if (request.method === 'hashPicture') this.requests.push(request)
  }

  terminate(): void {
    this.isTerminated = true
  }

  emit(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  /** Answers the last request. */
  answer(message: object): void {
    this.emit({ id: this.requests.at(-1)?.id, ...message })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', TestWorker)
  TestWorker.all = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const picture = new Blob(['picture'])

/** Waits until the workers have the tasks. */
async function getWorkers(): Promise<readonly TestWorker[]> {
  await vi.advanceTimersByTimeAsync(0)
  return TestWorker.all
}

test('passes a refusal on as what it is', async () => {
  const run = createWorkerPool(1)
  const refused = run('hashPicture', [picture, 'logo'])
  const failed = run('hashPicture', [picture, 'logo'])
  const [worker] = await getWorkers()
  worker?.answer({ error: { name: 'UnsuitableFileError', message: 'is empty' } })
  await expect(refused).rejects.toThrow(new UnsuitableFileError('is empty'))
  worker?.answer({ error: { name: 'Error', message: 'no canvas' } })
  await expect(failed).rejects.toThrow('no canvas')
})

test('a worker that crashes costs only its own picture, and is replaced', async () => {
  const run = createWorkerPool(1)
  const crashed = run('hashPicture', [picture, 'logo'])
  const next = run('hashPicture', [picture, 'logo'])
  const [worker] = await getWorkers()
  worker?.dispatchEvent(new Event('error'))
  await expect(crashed).rejects.toThrow('The browser could not convert the picture: close other tabs, then retry')
  ;(await getWorkers())[1]?.answer({ result: picture })
  expect(await next).toBe(picture)
})

test('a worker that hangs is replaced after three minutes', async () => {
  const run = createWorkerPool(1)
  const hanging = expect(run('hashPicture', [picture, 'logo'])).rejects.toThrow('The picture takes too long to convert')
  const next = run('hashPicture', [picture, 'logo'])
  const [worker] = await getWorkers()
  await vi.advanceTimersByTimeAsync(180_000)
  await hanging
  await vi.advanceTimersByTimeAsync(1_000) // for the worker to clean up
  expect(worker?.isTerminated).toBe(true)
  TestWorker.all[1]?.answer({ result: picture })
  expect(await next).toBe(picture)
})

test('a cancelled task ends, whether it has started or not, and leaves no listener', async () => {
  const run = createWorkerPool(1)
  const controller = new AbortController()
  const removeListener = vi.spyOn(controller.signal, 'removeEventListener')
  const cancelled = [1, 2].map(() =>
    expect(run('hashPicture', [picture, 'logo'], controller.signal)).rejects.toThrow(/aborted/),
  )
  const next = run('hashPicture', [picture, 'logo'])
  await getWorkers()
  controller.abort()
  await Promise.all(cancelled)
  expect(removeListener).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(TestWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  TestWorker.all[1]?.answer({ result: picture })
  expect(await next).toBe(picture)
  await expect(run('hashPicture', [picture, 'logo'], controller.signal)).rejects.toThrow(/aborted/)
})

test.each([
  [2, 1],
  [3, 2],
])('with %i processors, the number of workers that convert is %i', async (hardwareConcurrency, count) => {
  vi.stubGlobal('navigator', { hardwareConcurrency })
  const { prepare } = createPictureTools(new QueryClient())
  for (const { signal } of Array.from({ length: 3 }, () => new AbortController()))
    void prepare(picture, PHOTO_TYPE, signal)
  expect(await getWorkers()).toHaveLength(count)
})

test('a picture of the space is read when the connection is back, and left out if it cannot be read', async () => {
  const download = vi.fn(async (url: string) => ({ ok: !url.includes('missing'), blob: async () => picture }))
  vi.stubGlobal('fetch', download)
  const consoleWarning = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const queryClient = new QueryClient()
  queryClient.mount()
  const { hashSpacePicture } = createPictureTools(queryClient)
  const hash = (name: string) => hashSpacePicture(`//images.example/${name}.jpg`, false, PHOTO_TYPE)
  onlineManager.setOnline(false)
  const hashes = ['valve', 'missing'].map(hash)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(download).not.toHaveBeenCalled()
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(10_000)
  const result = new Uint8Array(768)
  TestWorker.all[0]?.answer({ result })
  expect(await Promise.all(hashes)).toEqual([result, null])
  expect(download.mock.calls[0]?.[0]).toBe(`//images.example/valve.jpg?w=${COMPARISONS.photograph.width}&fm=png`)
  download.mockClear()
  expect(await Promise.all(['valve', 'missing'].map(hash))).toEqual([result, null])
  expect(download).not.toHaveBeenCalled()
  queryClient.unmount()
  consoleWarning.mockRestore()
})
