import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'contentful-management'
import sharp from 'sharp'
import * as z from 'zod'
import { type LocalContentfulOptions, startLocalContentful } from '#cms/local/server.ts'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'

const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string(),
        extensions: z.object({ contentful: z.object({ code: z.string(), details: z.unknown().optional() }) }),
      }),
    )
    .optional(),
})

/** A local Contentful in a folder of its own, with what a test asks of it. */
export async function localContentful(folder?: string, options: Partial<LocalContentfulOptions> = {}) {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'local-contentful-')))
  const server = await startLocalContentful({ port: 0, folder: place, ...options })
  return {
    url: server.url,
    folder: place,
    client: managementClient(server.url),
    stop: () => server.close(),
    /** A GraphQL question, with the token for published content or another. */
    ask: async (query: string, { variables = {}, token = LOCAL_TOKENS.delivery } = {}) => {
      const response = await fetch(`${server.url}/content/v1/spaces/local/environments/master`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      return { status: response.status, headers: response.headers, ...answer.parse(await response.json()) }
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      if (folder === undefined) await rm(place, { recursive: true })
    },
  }
}

export type Local = Awaited<ReturnType<typeof localContentful>>

/** What most of these need of it. */
type Managed = Pick<Local, 'client'>

/** The official client, unchanged. */
export function managementClient(url: string, accessToken: string = LOCAL_TOKENS.management) {
  const { host } = new URL(url)
  const options = { accessToken, host, hostUpload: host, insecure: true, retryOnError: false }
  return createClient(options, { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } })
}

/** A field as short as the client's types let it be. */
const field = { required: false, localized: false, disabled: false, omitted: false }

/** Photos, and an album that holds them. */
export async function publishModel({ client }: Managed) {
  const photo = await client.contentType.createWithId(
    { contentTypeId: 'photo' },
    {
      name: 'Photo',
      displayField: 'alt',
      fields: [
        {
          ...field,
          id: 'alt',
          name: 'Alt',
          type: 'Symbol',
          required: true,
          validations: [{ size: { min: 5, max: 20 } }],
        },
        { ...field, id: 'kind', name: 'Kind', type: 'Symbol', validations: [{ in: ['day', 'night'] }] },
        {
          ...field,
          id: 'link',
          name: 'Link',
          type: 'Symbol',
          validations: [{ regexp: { pattern: '^https://', flags: '' }, message: 'Start with https://' }],
        },
        { ...field, id: 'rank', name: 'Rank', type: 'Number', validations: [{ range: { min: 1, max: 5 } }] },
        {
          ...field,
          id: 'file',
          name: 'File',
          type: 'Link',
          linkType: 'Asset',
          validations: [{ linkMimetypeGroup: ['image'] }, { assetFileSize: { max: 500 } }],
        },
      ],
    },
  )
  await client.contentType.publish({ contentTypeId: 'photo' }, photo)
  const album = await client.contentType.createWithId(
    { contentTypeId: 'album' },
    {
      name: 'Album',
      displayField: 'title',
      fields: [
        { ...field, id: 'title', name: 'Title', type: 'Symbol' },
        {
          ...field,
          id: 'photos',
          name: 'Photos',
          type: 'Array',
          validations: [{ size: { max: 150 } }],
          items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['photo'] }] },
        },
      ],
    },
  )
  await client.contentType.publish({ contentTypeId: 'album' }, album)
}

export const linkTo = (linkType: 'Entry' | 'Asset', id: string) => ({ sys: { type: 'Link' as const, linkType, id } })

/** A small picture of one color. */
export const picture = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#a04010' } })
    .jpeg()
    .toBuffer()

/** Brings a file in as the seed command does: upload, asset, process. It is not published. */
export async function bringAsset(
  { client }: Managed,
  id: string,
  file: Buffer,
  contentType = 'image/jpeg',
  fileName = `${id}.jpg`,
) {
  const upload = await client.upload.create({}, { file: new Uint8Array(file).buffer })
  const asset = await client.asset.createWithId(
    { assetId: id },
    {
      fields: {
        title: { 'en-US': id },
        description: {},
        file: {
          'en-US': {
            contentType,
            fileName,
            uploadFrom: { sys: { type: 'Link', linkType: 'Upload', id: upload.sys.id } },
          },
        },
      },
    },
  )
  return client.asset.processForAllLocales({}, asset)
}

export const publishedAsset = async (local: Managed, id: string, file?: Buffer) =>
  local.client.asset.publish({ assetId: id }, await bringAsset(local, id, file ?? (await picture())))

export const draftEntry = ({ client }: Managed, contentTypeId: string, id: string, fields: Record<string, unknown>) =>
  client.entry.createWithId(
    { contentTypeId, entryId: id },
    { fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }])) },
  )

export const publishedEntry = async (local: Managed, type: string, id: string, fields: Record<string, unknown>) =>
  local.client.entry.publish({ entryId: id }, await draftEntry(local, type, id, fields))

const refusal = z.object({
  status: z.number(),
  message: z.string(),
  details: z
    .object({ errors: z.array(z.looseObject({ name: z.string() })).optional() })
    .loose()
    .optional(),
})

/** What the client says of a request that was refused: its own error holds the answer as JSON. */
export async function refused(request: Promise<unknown>) {
  try {
    await request
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { name: error.name, ...refusal.parse(JSON.parse(error.message)) }
  }
  throw new Error('The request was not refused')
}
