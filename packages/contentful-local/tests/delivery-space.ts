import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'contentful'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import * as z from 'zod'
import { GERMAN_LOCALE } from './complete-space.ts'
import { createNode, createText } from './every-field-model.ts'
import type { TestSpace } from './start-space.ts'
import { createPicture, publishAsset, publishContentType, sendRequest, toLink } from './test-contentful.ts'

/** Creates the official client for the delivery API or the preview API. */
export function createContentfulClient(
  url: string,
  { preview = false, accessToken = '', environment = 'master' } = {},
) {
  return createClient({
    space: 'local',
    environment,
    accessToken: accessToken || (preview ? LOCAL_TOKENS.preview : LOCAL_TOKENS.delivery),
    host: new URL(url).host,
    basePath: preview ? '/preview' : '/cdn',
    insecure: true,
    retryOnError: false,
  })
}

export const errorResponse = z.object({
  sys: z.object({ type: z.literal('Error'), id: z.string() }),
  message: z.string(),
  details: z.unknown().optional(),
})

/** Requests a path that responds with an error in the format of the delivery API, and parses the error. */
export async function fetchError(local: TestSpace, path: string, token: string = LOCAL_TOKENS.delivery) {
  const response = await sendRequest(local, 'GET', path, { headers: { authorization: `Bearer ${token}` } })
  const { sys, message, details } = errorResponse.parse(response.body)
  return { status: response.status, id: sys.id, message, details }
}

const TRIP_TYPE = {
  id: 'trip',
  name: 'Trip',
  displayField: 'title',
  fields: [
    { id: 'title', type: 'Symbol', localized: true },
    { id: 'code', type: 'Symbol' },
    { id: 'summary', type: 'Text', localized: true },
    { id: 'body', type: 'RichText' },
    { id: 'stops', type: 'Array', items: { type: 'Symbol' } },
    { id: 'days', type: 'Integer' },
    { id: 'price', type: 'Number' },
    { id: 'open', type: 'Boolean' },
    { id: 'start', type: 'Date' },
    { id: 'place', type: 'Location' },
    { id: 'cover', type: 'Link', linkType: 'Asset' },
    { id: 'next', type: 'Link', linkType: 'Entry' },
    { id: 'related', type: 'Array', items: { type: 'Link', linkType: 'Entry' } },
    { id: 'secret', type: 'Symbol' },
  ],
}

const toEnglishFields = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, { 'en-US': value }]))

/** Rich text with a link to an entry. */
const body = createNode('document', [
  createNode('paragraph', [
    createText('Along the '),
    createNode('entry-hyperlink', [createText('wide water')], toLink('Entry', 'river')),
  ]),
])

/** Fields by locale, in order of creation. All are published except `ghost`. */
const TRIPS: readonly { readonly id: string; readonly fields: Record<string, unknown>; readonly tags?: string[] }[] = [
  { id: 'ghost', fields: toEnglishFields({ title: 'Ghost tour', code: 'G', days: 2 }) },
  {
    id: 'river',
    fields: toEnglishFields({ title: 'River run', code: 'R', days: 1, price: 4, start: '2024-06-01T00:00:00Z' }),
  },
  {
    id: 'coast',
    fields: {
      ...toEnglishFields({ code: 'c', stops: ['Pier', 'Hut'], days: 5, price: 20, open: false, start: '2024-07-01' }),
      ...toEnglishFields({ next: toLink('Entry', 'alps') }),
      title: { 'en-US': 'Coast ride', fr: 'La côte' },
    },
    tags: ['seen'],
  },
  {
    id: 'alps',
    fields: {
      ...toEnglishFields({ code: 'A', body, stops: ['Hut', 'Pass'], days: 3, price: 9.5, open: true }),
      ...toEnglishFields({ start: '2024-05-01T10:00:00.000+02:00', place: { lat: 47, lon: 11 }, secret: 'hidden' }),
      ...toEnglishFields({ cover: toLink('Asset', 'hut'), next: toLink('Entry', 'coast') }),
      ...toEnglishFields({ related: [toLink('Entry', 'river'), toLink('Entry', 'ghost')] }),
      title: { 'en-US': 'Alpine walk', de: 'Alpenweg' },
      summary: { 'en-US': 'Over green passes' },
    },
    tags: ['seen', 'unseen'],
  },
]

/** Creates trips in three locales that link to each other, to a draft and to an asset; some have tags. */
export async function createTrips(local: TestSpace) {
  const { client } = local
  await client.locale.create({}, { ...GERMAN_LOCALE, code: 'de' })
  await client.locale.create({}, { ...GERMAN_LOCALE, name: 'French', code: 'fr', fallbackCode: null })
  await client.tag.createWithId({ tagId: 'seen' }, { name: 'Seen', sys: { visibility: 'public' } })
  await client.tag.createWithId({ tagId: 'unseen' }, { name: 'Unseen', sys: { visibility: 'private' } })
  const params = { contentTypeId: 'trip' }
  const type = await publishContentType(local, TRIP_TYPE)
  await publishAsset(local, 'hut', await createPicture(40, 30))
  for (const { id: entryId, fields, tags = [] } of TRIPS) {
    const metadata = { tags: tags.map((id) => toLink('Tag', id)) }
    await client.entry.createWithId({ ...params, entryId }, { fields, metadata })
  }
  for (const entryId of ['river', 'alps', 'coast']) {
    await client.entry.publish({ entryId }, await client.entry.get({ entryId }))
    await sleep(5) // times of Contentful have milliseconds: two entries of one millisecond have no order
  }
  const fields = type.fields.map((field) => (field.id === 'secret' ? { ...field, omitted: true } : field))
  await client.contentType.publish(params, await client.contentType.update(params, { ...type, fields }))
}
