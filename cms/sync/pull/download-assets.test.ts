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

describe('rejectUnsafeSvgFiles', () => {
  const svg = (inside = '') => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`
  const SCRIPT = svg('<script>alert(1)</script>')
  const DO = 'Export it as plain SVG, upload it in Contentful, publish it, and pull again'

  let folder: string
  let mediaFolder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drawings-'))
    mediaFolder = join(folder, 'media')
    await mkdir(mediaFolder)
  })
  afterEach(() => rm(folder, { recursive: true }))

  interface Given {
    /** What came just now; without it the earlier file is the same. */
    readonly content?: string | Uint8Array
    readonly extension?: string
    /** Name and content of the earlier file. */
    readonly earlier?: readonly [name: string, content: string | null]
  }

  async function arrival({ content, extension = '.svg', earlier }: Given): Promise<AssetDownload> {
    const path = content === undefined ? null : join(folder, `0${extension}`)
    if (path !== null) await writeFile(path, content ?? '')
    if (earlier && earlier[1] !== null) await writeFile(join(mediaFolder, earlier[0]), earlier[1])
    const file = { fileName: 'logo.svg', contentType: 'image/svg+xml', url: '//host/a', size: 9 }
    const asset = { id: 'logo', title: 'Logo', ...file, earlier: earlier && { file: earlier[0] } }
    return { asset, extension, path }
  }

  const checked = async (given: Given) => {
    const one = await arrival(given)
    return { one, ...(await rejectUnsafeSvgFiles([one], mediaFolder)) }
  }

  test.each<[string, Given]>([
    ['a safe drawing', { content: svg() }],
    ['a safe drawing that is here already', { earlier: ['logo.svg', svg()] }],
    ['a photograph', { content: 'pixels', extension: '.jpg' }],
  ])('%s is pulled', async (_, given) => {
    const { one, files, missing, refused } = await checked(given)
    expect(files).toEqual([one])
    expect([...missing, ...refused]).toEqual([])
  })

  test.each<[string, Given, string]>([
    ['a drawing', { content: SCRIPT, earlier: ['logo.svg', svg()] }, 'holds a script'],
    ['a PNG', { content: SCRIPT, earlier: ['logo.png', 'pixels'] }, 'holds a script'],
    [
      'a drawing, and HTML came',
      { content: '<!doctype html><svg/>', earlier: ['logo.svg', svg()] },
      'is not well-formed',
    ],
    [
      'a drawing, and bytes came',
      { content: Buffer.from([0x89, 0x50]), earlier: ['a.svg', svg()] },
      'is not UTF-8 text',
    ],
  ])('in place of a refused drawing the earlier file stays: %s', async (_, given, problem) => {
    const { one, files, missing, refused } = await checked(given)
    const earlier = given.earlier?.[0] ?? ''
    expect(files).toEqual([{ asset: one.asset, extension: extname(earlier), path: null }])
    expect([...missing]).toEqual([])
    expect(refused).toEqual([
      expect.stringMatching(`^asset logo: logo\\.svg ${problem}.*; the earlier file ${earlier} stays\\. ${DO}$`),
    ])
  })

  test.each<[string, Given]>([
    ['there is no earlier file', { content: SCRIPT }],
    ['the earlier file was deleted', { content: SCRIPT, earlier: ['logo.svg', null] }],
    ['the earlier file is no better', { content: SCRIPT, earlier: ['logo.svg', SCRIPT] }],
    ['the earlier file is the same', { earlier: ['logo.svg', SCRIPT] }],
  ])('a refused drawing is left out where %s', async (_, given) => {
    const { files, missing, refused } = await checked(given)
    expect(files).toEqual([])
    expect([...missing]).toEqual(['logo'])
    expect(refused).toEqual([`asset logo: logo.svg holds a script; it is left out. ${DO}`])
  })
})
