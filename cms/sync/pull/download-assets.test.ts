import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import {
  type AssetDownload,
  DownloadError,
  type DownloadFile,
  downloadAssets,
  rejectUnsafeSvgFiles,
} from './download-assets.ts'
import type { SpaceAssetFile } from './select-seed-entries.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downloads-'))
})
afterEach(() => rm(folder, { recursive: true }))

const assets = Array.from({ length: 20 }, (_, number) => createAsset(`a${number}`))

function createAsset(id: string): SpaceAssetFile {
  const file = { fileName: `${id}.svg`, contentType: 'image/svg+xml', url: `//host/${id}`, size: 6 }
  return { id, title: id, ...file, previous: undefined }
}

/** Downloads the assets. Returns the result, the requested ids, and the reported problems. */
async function downloadAll(download: DownloadFile) {
  const requestedIds: string[] = []
  const problems: string[] = []
  const result = await downloadAssets(assets, {
    mediaFolder: join(folder, 'media'),
    staging: folder,
    progress: silentProgress,
    download: (file) => {
      requestedIds.push(file.id)
      return download(file)
    },
    fail: ({ id }, problem) => problems.push(`${id}: ${problem}`),
  }).catch(String)
  return { result, requestedIds, problems }
}

test('downloads each file to a path of its own', async () => {
  const { result } = await downloadAll(async ({ id }) => Buffer.from(`<${id}>`))
  if (typeof result === 'string') throw new Error(result)
  const contents = await Promise.all(result.map(({ path }) => readFile(path ?? '', 'utf8')))
  expect(contents).toEqual(assets.map(({ id }) => `<${id}>`))
})

test('reports each failed file and downloads the others', async () => {
  const { result, problems } = await downloadAll(async ({ id }) => {
    if (id === 'a3' || id === 'a5') throw new DownloadError('host responded with 404', false)
    return Buffer.from(id)
  })
  expect(result).toHaveLength(18)
  expect(problems).toEqual(
    ['a3', 'a5'].map((id) => `${id}: ${id}.svg cannot be downloaded (host responded with 404); upload it again`),
  )
})

test('stops soon when the server fails', async () => {
  const { result, requestedIds, problems } = await downloadAll(async () => {
    throw new DownloadError('host responded with 503', true)
  })
  expect(result).toBe('UserError: asset a0: its file cannot be downloaded (host responded with 503): try again later')
  expect(requestedIds.length).toBeLessThan(assets.length / 2)
  expect(problems).toEqual([])
})

test('throws other errors', async () => {
  const { result } = await downloadAll(async () => {
    throw new TypeError('x is not a function')
  })
  expect(result).toBe('TypeError: x is not a function')
})

describe('rejectUnsafeSvgFiles', () => {
  const svg = (inside = '') => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
  const SCRIPT = svg('<script>alert(1)</script>')
  const REPLACE_FILE = 'Export it as plain SVG, upload it in Contentful, publish it, and pull again'

  let folder: string
  let mediaFolder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svg-files-'))
    mediaFolder = join(folder, 'media')
    await mkdir(mediaFolder)
  })
  afterEach(() => rm(folder, { recursive: true }))

  interface TestDownload {
    /** The downloaded content; without it the previous file is unchanged. */
    readonly content?: string | Uint8Array
    readonly extension?: string
    /** Name and content of the previous file. */
    readonly previous?: readonly [name: string, content: string | null]
  }

  async function createDownload({ content, extension = '.svg', previous }: TestDownload): Promise<AssetDownload> {
    const path = content === undefined ? null : join(folder, `0${extension}`)
    if (path !== null) await writeFile(path, content ?? '')
    if (previous && previous[1] !== null) await writeFile(join(mediaFolder, previous[0]), previous[1])
    const file = { fileName: 'logo.svg', contentType: 'image/svg+xml', url: '//host/a', size: 9 }
    const asset = { id: 'logo', title: 'Logo', ...file, previous: previous && { file: previous[0] } }
    return { asset, extension, path }
  }

  const rejectUnsafe = async (input: TestDownload) => {
    const download = await createDownload(input)
    return { download, ...(await rejectUnsafeSvgFiles([download], mediaFolder)) }
  }

  test.each<[string, TestDownload]>([
    ['a safe SVG', { content: svg() }],
    ['a safe SVG that is unchanged', { previous: ['logo.svg', svg()] }],
    ['a photo', { content: 'pixels', extension: '.jpg' }],
  ])('pulls %s', async (_, input) => {
    const { download, files, missing, rejected } = await rejectUnsafe(input)
    expect(files).toEqual([download])
    expect([...missing, ...rejected]).toEqual([])
  })

  test.each<[string, TestDownload, string]>([
    ['an SVG', { content: SCRIPT, previous: ['logo.svg', svg()] }, 'holds a script'],
    ['a PNG', { content: SCRIPT, previous: ['logo.png', 'pixels'] }, 'holds a script'],
    [
      'an SVG replaced by HTML',
      { content: '<!doctype html><svg/>', previous: ['logo.svg', svg()] },
      'is not well-formed',
    ],
    [
      'an SVG replaced by binary data',
      { content: Buffer.from([0x89, 0x50]), previous: ['a.svg', svg()] },
      'is not UTF-8 text',
    ],
  ])('keeps the previous file instead of an unsafe one: %s', async (_, input, problem) => {
    const { download, files, missing, rejected } = await rejectUnsafe(input)
    const previous = input.previous?.[0] ?? ''
    expect(files).toEqual([{ asset: download.asset, extension: extname(previous), path: null }])
    expect([...missing]).toEqual([])
    expect(rejected).toEqual([
      expect.stringMatching(
        `^asset logo: logo\\.svg ${problem}.*; the previous file ${previous} is kept\\. ${REPLACE_FILE}$`,
      ),
    ])
  })

  test.each<[string, TestDownload]>([
    ['there is no previous file', { content: SCRIPT }],
    ['the previous file was deleted', { content: SCRIPT, previous: ['logo.svg', null] }],
    ['the previous file is unsafe too', { content: SCRIPT, previous: ['logo.svg', SCRIPT] }],
    ['the previous file is the same', { previous: ['logo.svg', SCRIPT] }],
  ])('skips an unsafe SVG when %s', async (_, input) => {
    const { files, missing, rejected } = await rejectUnsafe(input)
    expect(files).toEqual([])
    expect([...missing]).toEqual(['logo'])
    expect(rejected).toEqual([`asset logo: logo.svg holds a script; it is skipped. ${REPLACE_FILE}`])
  })
})
