import { afterAll, beforeAll, expect, test } from 'vitest'
import { GERMAN_LOCALE, publishContentTypes } from './complete-space.ts'
import {
  catchApiError,
  createAsset,
  createPicture,
  startTestContentful,
  type TestContentful,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishContentTypes(local)
})

afterAll(() => local[Symbol.asyncDispose]())

const locales = async () => (await local.client.locale.getMany({})).items

const swiss = { ...GERMAN_LOCALE, name: 'German (Switzerland)', code: 'de-CH', fallbackCode: 'de-DE', optional: false }

test('a locale is created, changed and read; the default one stays', async () => {
  expect(await locales()).toMatchObject([{ code: 'en-US', default: true, fallbackCode: null, sys: { version: 1 } }])
  const created = await local.client.locale.create({}, GERMAN_LOCALE)
  expect(created).toMatchObject({ code: 'de-DE', default: false, fallbackCode: 'en-US', optional: true })
  const at = { localeId: created.sys.id }
  const renamed = await local.client.locale.update(at, { ...created, name: 'Deutsch' })
  expect(renamed).toMatchObject({ name: 'Deutsch', sys: { version: 2, type: 'Locale' } })
  expect(await local.client.locale.get(at)).toMatchObject({ name: 'Deutsch' })
  expect(await catchApiError(local.client.locale.update(at, created))).toMatchObject({ status: 409 })
  expect(await catchApiError(local.client.locale.update(at, { ...renamed, code: 'de-AT' }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('changing the code'),
  })
  const [english] = (await locales()).filter((locale) => locale.default)
  const deleted = local.client.locale.delete({ localeId: english?.sys.id ?? '' })
  expect(await catchApiError(deleted)).toMatchObject({ status: 403 })
  await local.client.locale.delete(at)
  expect(await locales()).toHaveLength(1)
})

test.each([
  [{ code: 'en-US' }, 'taken'],
  [{ fallbackCode: 'fr-FR' }, 'There is no locale'],
  [{ fallbackCode: 'de-DE' }, 'There is no locale'],
  [{ default: true }, 'cannot be changed'],
  [{ code: 'not a code' }, 'code'],
])('a locale with %o is refused', async (part, words) => {
  const { status, details } = await catchApiError(local.client.locale.create({}, { ...GERMAN_LOCALE, ...part }))
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain(words)
})

test('what an entry requires is required in each language that is not optional', async () => {
  const first = await local.client.locale.create({}, GERMAN_LOCALE)
  const second = await local.client.locale.create({}, swiss)
  const circle = local.client.locale.update({ localeId: first.sys.id }, { ...first, fallbackCode: 'de-CH' })
  expect(JSON.stringify((await catchApiError(circle)).details)).toContain('cycle')
  const at = { entryId: 'greeting' }
  const entry = await local.client.entry.createWithId(
    { contentTypeId: 'greeting', ...at },
    { fields: { words: { 'en-US': 'Hello' } } },
  )
  expect((await catchApiError(local.client.entry.publish(at, entry))).details?.errors).toEqual([
    { name: 'required', path: ['fields', 'words', 'de-CH'], details: 'The property "words" is required here' },
  ])
  const spoken = await local.client.entry.update(at, {
    ...entry,
    fields: { words: { 'en-US': 'Hello', 'de-CH': 'Grüezi' } },
  })
  await local.client.entry.publish(at, spoken)
  await createAsset(local, 'spoken', await createPicture())

  const heir = await catchApiError(local.client.locale.delete({ localeId: first.sys.id }))
  expect(heir.message).toContain('"de-DE" is the fallback of "de-CH"')
  await local.client.locale.delete({ localeId: second.sys.id })
  const left = await local.client.entry.get(at)
  expect(left.fields).toEqual({ words: { 'en-US': 'Hello' } })
  expect(left.sys).toMatchObject({ version: 3, publishedVersion: 2 })
  await local.client.locale.delete({ localeId: first.sys.id })
})
