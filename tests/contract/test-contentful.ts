import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalContentfulOptions, startLocalContentful } from 'contentful-local'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { createClient } from 'contentful-management'
import sharp from 'sharp'
import * as z from 'zod'

const graphqlResponse = z.object({
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

/** Starts a local Contentful on a state folder, by default a temporary one that is removed on dispose. */
export async function startTestContentful(folder?: string, options: Partial<LocalContentfulOptions> = {}) {
  const stateFolder = folder ?? (await mkdtemp(join(tmpdir(), 'local-contentful-')))
  const server = await startLocalContentful({ port: 0, folder: stateFolder, ...options })
  return {
    url: server.url,
    folder: stateFolder,
    client: createManagementClient(server.url),
    stop: () => server.close(),
    /** Sends a GraphQL query, by default with the delivery token. */
    queryGraphql: async (query: string, { variables = {}, token = LOCAL_TOKENS.delivery } = {}) => {
      const response = await fetch(`${server.url}/content/v1/spaces/local/environments/master`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      return { status: response.status, headers: response.headers, ...graphqlResponse.parse(await response.json()) }
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      if (folder === undefined) await rm(stateFolder, { recursive: true })
    },
  }
}

export type TestContentful = Awaited<ReturnType<typeof startTestContentful>>

/** The part that most functions need. */
type WithClient = Pick<TestContentful, 'client'>

/** Creates the official management client. */
export function createManagementClient(
  url: string,
  accessToken: string = LOCAL_TOKENS.management,
  { retryOnError = false }: { readonly retryOnError?: boolean } = {},
) {
  const { host } = new URL(url)
  const options = { accessToken, host, hostUpload: host, insecure: true, retryOnError }
  return createClient(options, { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } })
}

/** Field properties that the client's types require. */
const fieldDefaults = { required: false, localized: false, disabled: false, omitted: false }

/** Publishes the content types `photo` and `album`, which lists photos. */
export async function publishPhotoModel({ client }: WithClient) {
  const photo = await client.contentType.createWithId(
    { contentTypeId: 'photo' },
    {
      name: 'Photo',
      displayField: 'alt',
      fields: [
        {
          ...fieldDefaults,
          id: 'alt',
          name: 'Alt',
          type: 'Symbol',
          required: true,
          validations: [{ size: { min: 5, max: 20 } }],
        },
        { ...fieldDefaults, id: 'kind', name: 'Kind', type: 'Symbol', validations: [{ in: ['day', 'night'] }] },
        {
          ...fieldDefaults,
          id: 'link',
          name: 'Link',
          type: 'Symbol',
          validations: [{ regexp: { pattern: '^https://', flags: '' }, message: 'Start with https://' }],
        },
        { ...fieldDefaults, id: 'rank', name: 'Rank', type: 'Number', validations: [{ range: { min: 1, max: 5 } }] },
        {
          ...fieldDefaults,
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
        { ...fieldDefaults, id: 'title', name: 'Title', type: 'Symbol' },
        {
          ...fieldDefaults,
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

export const toLink = (linkType: 'Entry' | 'Asset', id: string) => ({ sys: { type: 'Link' as const, linkType, id } })

/** Creates a JPEG of one color. Sizes in px. */
export const createPicture = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#a04010' } })
    .jpeg()
    .toBuffer()

/** Uploads a file, creates an asset and processes it, as the seed command does. Does not publish it. */
export async function createAsset(
  { client }: WithClient,
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

export const publishAsset = async (local: WithClient, id: string, file?: Buffer) =>
  local.client.asset.publish({ assetId: id }, await createAsset(local, id, file ?? (await createPicture())))

export const createDraftEntry = (
  { client }: WithClient,
  contentTypeId: string,
  id: string,
  fields: Record<string, unknown>,
) =>
  client.entry.createWithId(
    { contentTypeId, entryId: id },
    { fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }])) },
  )

export const publishEntry = async (local: WithClient, type: string, id: string, fields: Record<string, unknown>) =>
  local.client.entry.publish({ entryId: id }, await createDraftEntry(local, type, id, fields))

const apiError = z.object({
  status: z.number(),
  message: z.string(),
  details: z
    .object({ errors: z.array(z.looseObject({ name: z.string() })).optional() })
    .loose()
    .optional(),
})

/** Parses the error of a rejected request: the message of the client's error is the response as JSON. */
export async function catchApiError(request: Promise<unknown>) {
  try {
    await request
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return { name: error.name, ...apiError.parse(JSON.parse(error.message)) }
  }
  throw new Error('The request was not rejected')
}
