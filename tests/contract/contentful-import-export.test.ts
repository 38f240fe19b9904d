import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCompleteContent } from './complete-space.ts'
import { type ExportedSpace, exportSpace, importSpace } from './official-tools.ts'
import { startTestContentful, type TestContentful } from './test-contentful.ts'

let source: TestContentful
let folder: string
let before: ExportedSpace

beforeAll(async () => {
  // The tools tell the terminal what they do.
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  folder = await mkdtemp(join(tmpdir(), 'import-export-'))
  source = await startTestContentful()
  await createCompleteContent(source)
  before = await exportSpace(source.url, folder, true)
})

afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

type Thing = ExportedSpace['entries'][number]

/** Without what no import can carry: times, versions, the ids of languages, the address of the server. */
function contentOf({ contentTypes, editorInterfaces, locales, tags, entries, assets }: ExportedSpace) {
  const byId = (things: readonly Thing[]) =>
    Object.fromEntries(things.map(({ sys, ...rest }) => [sys.id, { ...rest, state: stateOf(sys), ...kept(sys) }]))
  const all = {
    contentTypes: byId(contentTypes),
    editorInterfaces: Object.fromEntries(editorInterfaces.map(({ sys, ...rest }) => [sys.contentType.sys.id, rest])),
    locales: Object.fromEntries(locales.map(({ sys: _, ...rest }) => [rest.code, rest])),
    tags: byId(tags),
    entries: byId(entries),
    assets: byId(assets),
  }
  return JSON.parse(JSON.stringify(all).replaceAll(/\/\/127\.0\.0\.1:\d+\//g, '//host/'))
}

const kept = ({ contentType, visibility }: Thing['sys']) => ({ contentType, visibility })

function stateOf({ version, publishedVersion, archivedVersion }: Thing['sys']): string {
  if (archivedVersion !== undefined) return 'archived'
  if (publishedVersion === undefined) return 'draft'
  return version === Number(publishedVersion) + 1 ? 'published' : 'changed'
}

/** What an export holds of a changed thing is its draft alone: so the import publishes that. */
function asImported(exported: ExportedSpace) {
  const content = contentOf(exported)
  content.entries['changed-note'].state = 'published'
  return content
}

test('the space has all kinds of things, in all states', () => {
  const { entries, assets, locales, tags } = contentOf(before)
  const states = (things: Readonly<Record<string, { readonly state: string }>>) =>
    Object.entries(things).map(([id, { state }]) => `${id} ${state}`)
  expect(states(entries)).toEqual(
    expect.arrayContaining(['full published', 'draft-note draft', 'old-note archived', 'changed-note changed']),
  )
  expect(states(assets)).toEqual(
    expect.arrayContaining(['both published', 'draft-picture draft', 'old-picture archived']),
  )
  expect(Object.keys(locales).sort()).toEqual(['de-DE', 'en-US'])
  expect(Object.keys(tags).sort()).toEqual(['inside', 'season'])
})

test('contentful-import brings an export into an empty space without loss, and a second time without a change', async () => {
  await using target = await startTestContentful()
  expect(await importSpace(target.url, folder, before)).toEqual([])
  expect(contentOf(await exportSpace(target.url, folder))).toEqual(asImported(before))

  // Contentful lets nobody edit what is archived (contentful-cli issue 1078).
  const errors = await importSpace(target.url, folder, before)
  expect(errors.filter((message) => !message.includes('Cannot edit archived'))).toEqual([])
  expect(errors).toHaveLength(2)
  expect(contentOf(await exportSpace(target.url, folder))).toEqual(asImported(before))
})

test('the files that contentful-export downloaded are uploaded by contentful-import', async () => {
  const { host } = new URL(source.url)
  await rename(join(folder, host), join(folder, 'files.test'))
  const unreachable: ExportedSpace = JSON.parse(JSON.stringify(before).replaceAll(host, 'files.test'))
  await using target = await startTestContentful()
  expect(await importSpace(target.url, folder, unreachable, folder)).toEqual([])
  expect(contentOf(await exportSpace(target.url, folder))).toEqual(asImported(before))
})

test('a file that is not at its address is named', async () => {
  const gone: ExportedSpace = JSON.parse(JSON.stringify(before).replaceAll('/both-de-DE.jpg', '/gone.jpg'))
  await using target = await startTestContentful()
  const errors = await importSpace(target.url, folder, gone)
  expect(errors.join('\n')).toContain('gone.jpg cannot be read: the server responded with 404')
  const { assets } = contentOf(await exportSpace(target.url, folder))
  expect(assets.both.state).toBe('draft')
})
