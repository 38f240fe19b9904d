import { expect, test } from 'vitest'
import { GERMAN_LOCALE, publishGreeting } from './complete-space.ts'
import { catchApiError, createAsset, MASTER, sendRequest, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishGreeting(local)
await createAsset(local, 'film', Buffer.from('ftypisom'), 'video/mp4')

const readLocales = async () => (await local.client.locale.getMany({})).items

const swiss = { ...GERMAN_LOCALE, name: 'German (Switzerland)', code: 'de-CH', fallbackCode: 'de-DE', optional: false }

test('creates, updates, reads and deletes a locale, but does not delete the default locale', async () => {
  expect(await readLocales()).toMatchObject([{ code: 'en-US', default: true, fallbackCode: null, sys: { version: 1 } }])
  const created = await local.client.locale.create({}, GERMAN_LOCALE)
  expect(created).toMatchObject({ code: 'de-DE', default: false, fallbackCode: 'en-US', optional: true })
  const params = { localeId: created.sys.id }
  const renamed = await local.client.locale.update(params, { ...created, name: 'Deutsch', fallbackCode: null })
  expect(renamed).toMatchObject({ name: 'Deutsch', sys: { version: 2, type: 'Locale' } })
  expect(await local.client.locale.get(params)).toMatchObject({ name: 'Deutsch' })
  expect(await catchApiError(local.client.locale.update(params, created))).toMatchObject({ status: 409 })
  expect(await catchApiError(local.client.locale.update(params, { ...renamed, code: 'de-AT' }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('changing the code'),
  })
  const [english] = (await readLocales()).filter((locale) => locale.default)
  const body = { ...english, fallbackCode: 'de-DE' }
  const headers = { 'x-contentful-version': '1' }
  const falling = await sendRequest(local, 'PUT', `${MASTER}/locales/${english?.sys.id}`, { headers, body })
  expect(falling).toMatchObject({ status: 422, text: expect.stringContaining('The default locale has no fallback') })
  const deleted = local.client.locale.delete({ localeId: english?.sys.id ?? '' })
  expect(await catchApiError(deleted)).toMatchObject({ status: 403 })
  await local.client.locale.delete(params)
  expect(await readLocales()).toHaveLength(1)
})

test.each([
  [{ code: 'en-US' }, 'taken'],
  [{ default: true }, 'making another locale the default locale. Use another code'],
  [{ code: 'not a code' }, 'code'],
])('rejects a locale with %o', async (changes, expectedText) => {
  const { status, details } = await catchApiError(local.client.locale.create({}, { ...GERMAN_LOCALE, ...changes }))
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain(expectedText)
})

// contentful-management.js, lib/common-types.ts; recorded: vcr_cassettes/entry/update_with_concepts.yml, in which another
// version with the same values stays published
test('fieldStatus has the state of each locale', async () => {
  const { sys } = await local.client.locale.create({}, GERMAN_LOCALE)
  const params = { contentTypeId: 'greeting', entryId: 'status' }
  const words = { 'en-US': 'Hello', 'de-DE': 'Hallo' }
  const getStatus = async () => (await local.client.entry.get(params)).sys.fieldStatus?.['*']
  const entry = await local.client.entry.createWithId(params, { fields: { words } })
  expect(await getStatus()).toEqual({ 'en-US': 'draft', 'de-DE': 'draft' })
  const published = await local.client.entry.publish(params, entry)
  expect(await getStatus()).toEqual({ 'en-US': 'published', 'de-DE': 'published' })
  const fields = { words: { ...words, 'de-DE': 'Guten Tag' } }
  const changed = await local.client.entry.update(params, { ...published, fields })
  expect(await getStatus()).toEqual({ 'en-US': 'published', 'de-DE': 'changed' })
  await local.client.entry.update(params, { ...changed, fields: { words } })
  expect(await getStatus()).toEqual({ 'en-US': 'published', 'de-DE': 'published' })
  await local.client.locale.delete({ localeId: sys.id })
})

test('required fields are required in all locales that are not optional', async () => {
  const first = await local.client.locale.create({}, GERMAN_LOCALE)
  const second = await local.client.locale.create({}, swiss)
  const cyclicUpdate = local.client.locale.update({ localeId: first.sys.id }, { ...first, fallbackCode: 'de-CH' })
  expect(JSON.stringify((await catchApiError(cyclicUpdate)).details)).toContain('cycle')
  const params = { entryId: 'greeting' }
  const entry = await local.client.entry.createWithId(
    { contentTypeId: 'greeting', ...params },
    { fields: { words: { 'en-US': 'Hello' }, photo: { 'de-CH': toLink('Asset', 'film') } } },
  )
  expect((await catchApiError(local.client.entry.publish(params, entry))).details?.errors).toEqual([
    { name: 'required', path: ['fields', 'words', 'de-CH'], details: 'The property "words" is required here' },
    // The file is that of the default locale.
    expect.objectContaining({ name: 'linkMimetypeGroup', path: ['fields', 'photo', 'de-CH'] }),
  ])
  const translated = await local.client.entry.update(params, {
    ...entry,
    fields: { words: { 'en-US': 'Hello', 'de-CH': 'Grüezi' } },
  })
  await local.client.entry.publish(params, translated)

  const error = await catchApiError(local.client.locale.delete({ localeId: first.sys.id }))
  expect(error.message).toContain('"de-DE" is the fallback of "de-CH"')
  await local.client.locale.delete({ localeId: second.sys.id })
  const remaining = await local.client.entry.get(params)
  expect(remaining.fields).toEqual({ words: { 'en-US': 'Hello' } })
  expect(remaining.sys).toMatchObject({ version: 3, publishedVersion: 2 })
  await local.client.locale.delete({ localeId: first.sys.id })
})
