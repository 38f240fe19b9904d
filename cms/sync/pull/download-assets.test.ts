import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import { downloadAssets } from './download-assets.ts'
import { DownloadError, type DownloadFile } from './downloader.ts'
import type { SpaceAssetFile } from './space-asset-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arrivals-'))
})
afterEach(() => rm(folder, { recursive: true }))

const assets = Array.from({ length: 20 }, (_, number) => asset(`a${number}`))

function asset(id: string): SpaceAssetFile {
  const file = { fileName: `${id}.svg`, contentType: 'image/svg+xml', url: `//host/${id}`, size: 6 }
  return { id, title: id, ...file, earlier: undefined }
}

/** What comes of these assets, how many are asked for, and what an editor is told. */
async function arrived(download: DownloadFile) {
  const asked: string[] = []
  const told: string[] = []
  const found = await downloadAssets(assets, {
    mediaFolder: join(folder, 'media'),
    staging: folder,
    progress: silentProgress,
    download: (file) => {
      asked.push(file.id)
      return download(file)
    },
    fail: ({ id }, problem) => told.push(`${id}: ${problem}`),
  }).catch(String)
  return { found, asked, told }
}

test('every file waits under a name of its own', async () => {
  const { found } = await arrived(async ({ id }) => Buffer.from(`<${id}>`))
  if (typeof found === 'string') throw new Error(found)
  const contents = await Promise.all(found.map(({ path }) => readFile(path ?? '', 'utf8')))
  expect(contents).toEqual(assets.map(({ id }) => `<${id}>`))
})

test('one that fails costs itself: all of them are told at once', async () => {
  const { found, told } = await arrived(async ({ id }) => {
    if (id === 'a3' || id === 'a5') throw new DownloadError('host answers 404', false)
    return Buffer.from(id)
  })
  expect(found).toHaveLength(18)
  expect(told).toEqual(['a3', 'a5'].map((id) => `${id}: ${id}.svg does not come (host answers 404); upload it again`))
})

test('where nothing comes, it stops soon', async () => {
  const { found, asked, told } = await arrived(async () => {
    throw new DownloadError('host answers 503', true)
  })
  expect(found).toBe('UserError: asset a0: its file does not come (host answers 503): try again')
  expect(asked.length).toBeLessThan(assets.length / 2)
  expect(told).toEqual([])
})

test('a mistake of our own is not an editor’s', async () => {
  const { found } = await arrived(async () => {
    throw new TypeError('x is not a function')
  })
  expect(found).toBe('TypeError: x is not a function')
})
