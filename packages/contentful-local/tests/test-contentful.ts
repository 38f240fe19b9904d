import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { ContentTypeDefinition, FieldDefinition } from 'contentful-local/schema'
import { type AssetProps, type ClientOptions, createClient, type PlainClientAPI } from 'contentful-management'
import sharp from 'sharp'
import * as z from 'zod'

/** The parts of a `TestSpace` that most functions need. */
interface WithClient {
  readonly client: PlainClientAPI
}
interface WithUrl extends WithClient {
  readonly url: string
}

/** Creates the official management client. */
export function createManagementClient(
  url: string,
  accessToken: string = LOCAL_TOKENS.management,
  clientOptions: Pick<ClientOptions, 'retryOnError' | 'logHandler'> = {},
) {
  const { host } = new URL(url)
  const options = { accessToken, host, hostUpload: host, insecure: true, retryOnError: false, ...clientOptions }
  return createClient(options, { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } })
}

/** The path of the main environment in the REST APIs. */
export const MASTER = '/spaces/local/environments/master'

interface RawRequest {
  /** A text is sent as it is, all else as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request to the management API that the types of the official client do not allow, or that it changes. */
export async function sendRequest(
  { url }: Pick<WithUrl, 'url'>,
  method: string,
  path: string,
  { body, headers = {} }: RawRequest = {},
) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${LOCAL_TOKENS.management}`, ...type, ...headers },
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}

/** A content type. Names are the ids by default. */
interface TestContentType extends Partial<Omit<ContentTypeDefinition, 'fields'>> {
  readonly id: string
  readonly fields: readonly TestField[]
}

export type TestField = Omit<FieldDefinition, 'name'> & { readonly name?: string }

/** Saves and publishes a content type. */
export async function publishContentType(local: WithUrl, { id, fields, ...type }: TestContentType) {
  const body = { name: id, ...type, fields: fields.map((field) => ({ name: field.id, ...field })) }
  const saved = await sendRequest(local, 'PUT', `${MASTER}/content_types/${id}`, { body })
  if (saved.status !== 201) throw new Error(`${id} was rejected: ${saved.text}`)
  return local.client.contentType.publish({ contentTypeId: id }, saved.body)
}

/** Publishes the content types `photo` and `album`, which lists photos. */
export async function publishPhotoModel(local: WithUrl) {
  await publishContentType(local, {
    id: 'photo',
    name: 'Photo',
    displayField: 'alt',
    fields: [
      { id: 'alt', type: 'Symbol', required: true, validations: [{ size: { min: 5, max: 20 } }] },
      { id: 'kind', type: 'Symbol', validations: [{ in: ['day', 'night'] }] },
      {
        id: 'link',
        type: 'Symbol',
        validations: [{ regexp: { pattern: '^https://', flags: '' }, message: 'Start with https://' }],
      },
      { id: 'rank', type: 'Number', validations: [{ range: { min: 1, max: 5 } }] },
      {
        id: 'file',
        type: 'Link',
        linkType: 'Asset',
        validations: [{ linkMimetypeGroup: ['image'] }, { assetFileSize: { max: 500 } }],
      },
    ],
  })
  await publishContentType(local, {
    id: 'album',
    name: 'Album',
    displayField: 'title',
    fields: [
      { id: 'title', type: 'Symbol' },
      {
        id: 'photos',
        type: 'Array',
        validations: [{ size: { max: 150 } }],
        items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['photo'] }] },
      },
    ],
  })
}

export const toLink = <LinkType extends string>(linkType: LinkType, id: string) => ({
  sys: { type: 'Link' as const, linkType, id },
})

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
  const source = { uploadFrom: await uploadFile({ client }, file), contentType, fileName }
  return client.asset.processForAllLocales({}, await createUnprocessedAsset({ client }, id, source))
}

/** Creates an asset with the file of an upload or URL, which is not processed yet. By default it is a JPEG. */
export const createUnprocessedAsset = (
  { client }: WithClient,
  id: string,
  source: Partial<AssetProps['fields']['file'][string]>,
) => {
  const file = { 'en-US': { contentType: 'image/jpeg', fileName: `${id}.jpg`, ...source } }
  return client.asset.createWithId({ assetId: id }, { fields: { title: { 'en-US': id }, description: {}, file } })
}

/** Uploads a file. Returns the link by which an asset refers to it. */
export async function uploadFile({ client }: WithClient, file: Buffer) {
  const { sys } = await client.upload.create({}, { file: new Uint8Array(file).buffer })
  return toLink('Upload', sys.id)
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
