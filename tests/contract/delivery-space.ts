import { createClient } from 'contentful'
import * as z from 'zod'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { type Local, linkTo, picture, publishedAsset } from './test-contentful.ts'

/** The official client, unchanged, with one of the two APIs that read. */
export function deliveryClient(url: string, { preview = false, accessToken = '', environment = 'master' } = {}) {
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

const failure = z.object({
  sys: z.object({ type: z.literal('Error'), id: z.string() }),
  message: z.string(),
  details: z.unknown().optional(),
})

/** What an address below the delivery API refuses, and how. */
export async function refusal(url: string, path: string, token: string | null = LOCAL_TOKENS.delivery) {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}${path}`, { headers })
  const { sys, message, details } = failure.parse(await response.json())
  return { status: response.status, id: sys.id, message, details }
}

const field = { required: false, localized: false, disabled: false, omitted: false }
const links = (id: string, linkType: 'Entry' | 'Asset') => ({ ...field, id, name: id, type: 'Link', linkType })

const TRIP = {
  name: 'Trip',
  displayField: 'title',
  fields: [
    { ...field, id: 'title', name: 'Title', type: 'Symbol', localized: true },
    { ...field, id: 'code', name: 'Code', type: 'Symbol' },
    { ...field, id: 'summary', name: 'Summary', type: 'Text', localized: true },
    { ...field, id: 'body', name: 'Body', type: 'RichText' },
    { ...field, id: 'stops', name: 'Stops', type: 'Array', items: { type: 'Symbol', validations: [] } },
    { ...field, id: 'days', name: 'Days', type: 'Integer' },
    { ...field, id: 'price', name: 'Price', type: 'Number' },
    { ...field, id: 'open', name: 'Open', type: 'Boolean' },
    { ...field, id: 'start', name: 'Start', type: 'Date' },
    { ...field, id: 'place', name: 'Place', type: 'Location' },
    links('cover', 'Asset'),
    links('next', 'Entry'),
    {
      ...field,
      id: 'related',
      name: 'Related',
      type: 'Array',
      items: { type: 'Link', linkType: 'Entry', validations: [] },
    },
    { ...field, id: 'secret', name: 'Secret', type: 'Symbol' },
  ],
}

const english = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, { 'en-US': value }]))

const paragraph = (content: readonly unknown[]) => ({ nodeType: 'paragraph', data: {}, content })
const text = (value: string) => ({ nodeType: 'text', value, marks: [], data: {} })

/** Rich text that leads to an entry. */
const body = {
  nodeType: 'document',
  data: {},
  content: [
    paragraph([
      text('Along the '),
      { nodeType: 'entry-hyperlink', data: { target: linkTo('Entry', 'river') }, content: [text('wide water')] },
    ]),
  ],
}

/** Fields by locale, in the order in which they are made. Each is published but the ghost. */
const TRIPS: readonly { readonly id: string; readonly fields: Record<string, unknown>; readonly tags?: string[] }[] = [
  { id: 'ghost', fields: english({ title: 'Ghost tour', code: 'G', days: 2 }) },
  { id: 'river', fields: english({ title: 'River run', code: 'R', days: 1, price: 4, start: '2024-06-01T00:00:00Z' }) },
  {
    id: 'coast',
    fields: {
      ...english({ code: 'C', stops: ['Pier', 'Hut'], days: 5, price: 20, open: false, start: '2024-07-01' }),
      ...english({ next: linkTo('Entry', 'alps') }),
      title: { 'en-US': 'Coast ride', fr: 'La côte' },
    },
    tags: ['seen'],
  },
  {
    id: 'alps',
    fields: {
      ...english({ code: 'A', body, stops: ['Hut', 'Pass'], days: 3, price: 9.5, open: true }),
      ...english({ start: '2024-05-01T10:00:00.000+02:00', place: { lat: 47, lon: 11 }, secret: 'hidden' }),
      ...english({ cover: linkTo('Asset', 'hut'), next: linkTo('Entry', 'coast') }),
      ...english({ related: [linkTo('Entry', 'river'), linkTo('Entry', 'ghost')] }),
      title: { 'en-US': 'Alpine walk', de: 'Alpenweg' },
      summary: { 'en-US': 'Over green passes' },
    },
    tags: ['seen', 'unseen'],
  },
]

/** Trips in three languages that link to each other, to a draft, and to a picture; some wear tags. */
export async function bringTrips(local: Local) {
  const { client } = local
  await client.locale.create({}, { ...LOCALE, name: 'German', code: 'de', fallbackCode: 'en-US' })
  await client.locale.create({}, { ...LOCALE, name: 'French', code: 'fr', fallbackCode: null })
  await client.tag.createWithId({ tagId: 'seen' }, { name: 'Seen', sys: { visibility: 'public' } })
  await client.tag.createWithId({ tagId: 'unseen' }, { name: 'Unseen', sys: { visibility: 'private' } })
  const params = { contentTypeId: 'trip' }
  const type = await client.contentType.publish(params, await client.contentType.createWithId(params, TRIP))
  await publishedAsset(local, 'hut', await picture(40, 30))
  for (const { id: entryId, fields, tags = [] } of TRIPS) {
    const metadata = { tags: tags.map((id) => ({ sys: { type: 'Link' as const, linkType: 'Tag' as const, id } })) }
    await client.entry.createWithId({ ...params, entryId }, { fields, metadata })
  }
  for (const entryId of ['river', 'coast', 'alps']) {
    await client.entry.publish({ entryId }, await client.entry.get({ entryId }))
  }
  const fields = type.fields.map((each) => (each.id === 'secret' ? { ...each, omitted: true } : each))
  await client.contentType.publish(params, await client.contentType.update(params, { ...type, fields }))
}

const LOCALE = { contentDeliveryApi: true, contentManagementApi: true, optional: true }
