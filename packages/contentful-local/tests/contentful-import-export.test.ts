import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createCompleteContent } from './complete-space.ts'
import { type ExportedSpace, exportSpace, importSpace } from './official-tools.ts'
import { startSpace } from './start-space.ts'

// The tools print their progress.
vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'warn').mockReturnValue()

const folder = await mkdtemp(join(tmpdir(), 'import-export-'))
const source = await startSpace()
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
await createCompleteContent(source)
const exported = await exportSpace(source.url, folder, true)

type Resource = ExportedSpace['entries'][number]

/** Removes what an import cannot preserve: times, versions, locale ids and the address of the server. */
function normalizeExport({ contentTypes, editorInterfaces, locales, tags, entries, assets }: ExportedSpace) {
  const indexById = (resources: readonly Resource[]) =>
    Object.fromEntries(
      resources.map(({ sys, ...rest }) => [sys.id, { ...rest, state: getState(sys), ...pickSys(sys) }]),
    )
  const all = {
    contentTypes: indexById(contentTypes),
    editorInterfaces: Object.fromEntries(editorInterfaces.map(({ sys, ...rest }) => [sys.contentType.sys.id, rest])),
    locales: Object.fromEntries(locales.map(({ sys: _, ...rest }) => [rest.code, rest])),
    tags: indexById(tags),
    entries: indexById(entries),
    assets: indexById(assets),
  }
  return JSON.parse(JSON.stringify(all).replaceAll(/\/\/127\.0\.0\.1:\d+\//g, '//host/'))
}

const pickSys = ({ contentType, visibility }: Resource['sys']) => ({ contentType, visibility })

function getState({ version, publishedVersion, archivedVersion }: Resource['sys']): string {
  if (archivedVersion !== undefined) return 'archived'
  if (publishedVersion === undefined) return 'draft'
  return version === Number(publishedVersion) + 1 ? 'published' : 'changed'
}

/** An export has only the draft of a changed entry, so the import publishes the draft. */
function normalizeExpectedImport(exportedSpace: ExportedSpace) {
  const content = normalizeExport(exportedSpace)
  content.entries['changed-note'].state = 'published'
  return content
}

test('the exported space has resources in all states', () => {
  const { entries, assets, locales, tags } = normalizeExport(exported)
  const listStates = (resources: Readonly<Record<string, { readonly state: string }>>) =>
    Object.entries(resources).map(([id, { state }]) => `${id} ${state}`)
  expect(listStates(entries)).toEqual(
    expect.arrayContaining(['full published', 'draft-note draft', 'old-note archived', 'changed-note changed']),
  )
  expect(listStates(assets)).toEqual(
    expect.arrayContaining(['both published', 'draft-picture draft', 'old-picture archived']),
  )
  expect(Object.keys(locales).sort()).toEqual(['de-DE', 'en-US'])
  expect(Object.keys(tags).sort()).toEqual(['inside', 'season'])
})

test('contentful-import imports an export with another default locale into a space that was given the same', async () => {
  const toFrench = <Content extends object>(content: Content): Content =>
    JSON.parse(JSON.stringify(content).replaceAll('"en-US"', '"fr-FR"'))
  await using target = await startSpace()
  const [locale] = (await target.client.locale.getMany({})).items
  await target.client.locale.update({ localeId: locale?.sys.id ?? '' }, Object.assign({}, locale, { code: 'fr-FR' }))
  expect(await importSpace(target.url, folder, toFrench(exported))).toEqual([])
  expect(normalizeExport(await exportSpace(target.url, folder))).toEqual(toFrench(normalizeExpectedImport(exported)))
})

test('§11 contentful-import imports an export without loss, with the files that contentful-export downloaded', async () => {
  const { host } = new URL(source.url)
  await rename(join(folder, host), join(folder, 'files.test'))
  const withUnreachableFiles: ExportedSpace = JSON.parse(JSON.stringify(exported).replaceAll(host, 'files.test'))
  await using target = await startSpace()
  expect(await importSpace(target.url, folder, withUnreachableFiles, folder)).toEqual([])
  expect(normalizeExport(await exportSpace(target.url, folder))).toEqual(normalizeExpectedImport(exported))
})
