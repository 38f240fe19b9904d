import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import { downloadAssets } from './download-assets.ts'

// Skips the delays before retries.
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downloads-'))
})
afterEach(() => rm(folder, { recursive: true }))

const ids = Array.from({ length: 20 }, (_, number) => `a${number}`)

/** The status of the nth request for a file. */
type GetStatus = (id: string, requests: number) => number

/** Downloads the file of each id. Returns the result, the requested ids, and the reported problems. */
async function downloadAll(getStatus: GetStatus, size = 4) {
  const requestedIds: string[] = []
  const server = createServer((request, response) => {
    const id = request.url?.slice(1) ?? ''
    requestedIds.push(id)
    response.writeHead(getStatus(id, requestedIds.filter((other) => other === id).length)).end(id.padEnd(4))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  const problems: string[] = []
  const file = { contentType: 'image/svg+xml', size, previous: undefined }
  const assets = ids.map((id) => ({
    ...file,
    id,
    title: id,
    fileName: `${id}.svg`,
    url: `//127.0.0.1:${address.port}/${id}`,
  }))
  const result = await downloadAssets(assets, {
    mediaFolder: join(folder, 'media'),
    staging: folder,
    progress: silentProgress,
    scheme: 'http',
    fail: ({ id }, problem) => problems.push(`${id}: ${problem}`),
  }).catch(String)
  return { result, requestedIds, problems }
}

test('downloads each file to a path of its own, also after errors of the server', async () => {
  const { result } = await downloadAll((_, requests) => (requests === 1 ? 503 : 200))
  if (typeof result === 'string') throw new Error(result)
  const contents = await Promise.all(result.map(({ path }) => readFile(path ?? '', 'utf8')))
  expect(contents).toEqual(ids.map((id) => id.padEnd(4)))
})

test('reports each missing file and downloads the others', async () => {
  const { result, problems } = await downloadAll((id) => (id === 'a3' || id === 'a5' ? 404 : 200))
  expect(result).toHaveLength(18)
  expect(problems).toEqual(
    ['a3', 'a5'].map((id) =>
      expect.stringMatching(`^${id}: ${id}.svg cannot be downloaded \\(127.+ responded with 404\\); upload it again$`),
    ),
  )
})

test.each<[string, GetStatus, number]>([
  ['does not work', () => 503, 4],
  ['sends truncated files', () => 200, 9],
])('stops soon when the server %s', async (_, getStatus, size) => {
  const { result, requestedIds, problems } = await downloadAll(getStatus, size)
  expect(result).toMatch(/^UserError: asset a\d: its file cannot be downloaded \(127.+\): try again later$/)
  expect(new Set(requestedIds).size).toBeLessThan(ids.length)
  expect(problems).toEqual([])
})
