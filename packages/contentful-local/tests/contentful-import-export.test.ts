import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createCompleteContent } from './complete-space.ts'
import { type ExportedSpace, exportSpace, importSpace, normalizeExport, toFrench } from './official-tools.ts'
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

test('contentful-import imports an export with another default locale into a space that was given the same', async () => {
  await using target = await startSpace()
  const [locale] = (await target.client.locale.getMany({})).items
  await target.client.locale.update({ localeId: locale?.sys.id ?? '' }, Object.assign({}, locale, { code: 'fr-FR' }))
  await importSpace(target.url, folder, toFrench(exported))
  expect(normalizeExport(await exportSpace(target.url, folder))).toEqual(normalizeExport(toFrench(exported)))
})

test('§11.16 contentful-import imports an export without loss, with the files that contentful-export downloaded', async () => {
  const { host } = new URL(source.url)
  await rename(join(folder, host), join(folder, 'files.test'))
  const withUnreachableFiles: ExportedSpace = JSON.parse(JSON.stringify(exported).replaceAll(host, 'files.test'))
  await using target = await startSpace()
  await importSpace(target.url, folder, withUnreachableFiles, folder)
  expect(normalizeExport(await exportSpace(target.url, folder))).toEqual(normalizeExport(exported))
})
