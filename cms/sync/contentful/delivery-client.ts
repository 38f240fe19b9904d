import { type ContentfulClientApi, type CreateClientParams, createClient } from 'contentful'
import * as z from 'zod'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { parseApiError, toFatalError } from './api-error.ts'
import {
  type DeliveredAsset,
  deliveredAssetSchema,
  type PublishedEntry,
  publishedEntrySchema,
} from './delivered-content.ts'
import type { SpaceConnection } from './space-connections.ts'

/** Reads the published content of a space; through the Preview API also its drafts. All methods throw `UserError`. */
export interface DeliveryClient {
  readonly locales: () => Promise<readonly string[]>
  /** Returns the ids of the delivered fields by content type. */
  readonly contentTypes: () => Promise<ReadonlyMap<string, readonly string[]>>
  /** Returns all entries, sorted by id. */
  readonly entries: () => Promise<readonly PublishedEntry[]>
  /**
   * Returns all assets, sorted by id, including those whose file is missing or incomplete. The URLs of their files have a
   * scheme.
   */
  readonly assets: () => Promise<readonly DeliveredAsset[]>
}

const contentTypeSchema = z.object({
  sys: z.object({ id: z.string() }),
  fields: z.array(z.object({ id: z.string(), omitted: z.boolean().optional() })),
})
const localeSchema = z.object({ code: z.string() })

/** Items per request: also with long texts, a response stays below 7 MB (docs/contentful.md, Limits). */
const PAGE_SIZE = 200

/** More than a space can have. The client’s types have no `limit` here. */
const ALL_CONTENT_TYPES: { readonly query?: string; readonly limit: number } = { limit: 1_000 }

interface Page {
  readonly skip: number
  readonly limit: number
}

/** ms; enough for a slow connection, and short enough to wait for without a network. */
const CONNECT_TIMEOUT_MS = 3_000

/** Creates a client after one request without retries: without a network, a command ends at once. Throws `UserError`. */
export async function connectToDelivery(connection: SpaceConnection): Promise<DeliveryClient> {
  const client = createOfficialClient(connection, { retryOnError: false, timeout: CONNECT_TIMEOUT_MS })
  await client.getLocales().catch((error: unknown) => {
    if (parseApiError(error).status !== 429) throw toReadError(error, connection)
  })
  return createDeliveryClient(connection)
}

/** Creates the official client of the Delivery or Preview API. Sends no request. */
export function createDeliveryClient(connection: SpaceConnection): DeliveryClient {
  const { insecure } = connection
  const client = createOfficialClient(connection).withoutLinkResolution

  async function read<Item>(itemSchema: z.ZodType<Item>, response: Promise<unknown>) {
    const body = await response.catch((error: unknown) => {
      throw toReadError(error, connection)
    })
    const { success, data } = z.object({ total: z.number(), items: z.array(itemSchema) }).safeParse(body)
    if (success) return data
    throw createUnexpectedResponseError(connection)
  }

  /** Sorts by id, so that the order of the pages is stable. */
  async function readAll<Item extends { readonly sys: { readonly id: string } }>(
    itemSchema: z.ZodType<Item>,
    sendRequest: (page: Page) => Promise<unknown>,
  ): Promise<readonly Item[]> {
    const itemsById = new Map<string, Item>()
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const { total, items } = await read(itemSchema, sendRequest({ skip, limit: PAGE_SIZE }))
      for (const item of items) itemsById.set(item.sys.id, item)
      if (skip + PAGE_SIZE < total && items.length > 0) continue
      if (itemsById.size === total) return [...itemsById.values()]
      throw new UserError('The content of the space changed while it was read: run this again')
    }
  }

  return {
    locales: async () => (await read(localeSchema, client.getLocales())).items.map(({ code }) => code),
    contentTypes: async () => {
      const { items } = await read(contentTypeSchema, client.getContentTypes(ALL_CONTENT_TYPES))
      return new Map(
        items.map(({ sys, fields }) => [sys.id, fields.filter(({ omitted }) => !omitted).map(({ id }) => id)]),
      )
    },
    entries: () =>
      readAll(publishedEntrySchema, (page) =>
        client.getEntries({ ...page, order: ['sys.id'], include: 0, locale: LOCALE }),
      ),
    assets: async () => {
      const sendRequest = (page: Page) => client.getAssets({ ...page, order: ['sys.id'], locale: LOCALE })
      return (await readAll(deliveredAssetSchema, sendRequest)).map((asset) =>
        addUrlScheme(asset, insecure ? 'http:' : 'https:'),
      )
    },
  }
}

const createOfficialClient = (
  { host, basePath, insecure, spaceId, environmentId, token }: SpaceConnection,
  options: Pick<CreateClientParams, 'retryOnError' | 'timeout'> = {},
): ContentfulClientApi<undefined> =>
  createClient({
    ...options,
    space: spaceId,
    environment: environmentId,
    accessToken: token,
    host,
    basePath,
    insecure,
    // A proxy cannot reach the local Contentful.
    ...(insecure && { proxy: false as const }),
    logHandler: () => {},
  })

/** The client throws a `TypeError` for a body that is not JSON. */
const toReadError = (error: unknown, connection: SpaceConnection): unknown =>
  error instanceof TypeError
    ? createUnexpectedResponseError(connection)
    : (toFatalError(error, connection, 'reading') ?? error)

const createUnexpectedResponseError = ({ host }: SpaceConnection) =>
  new UserError(`${host} returned an unexpected response: check the network and run this again`)

function addUrlScheme(asset: DeliveredAsset, scheme: string): DeliveredAsset {
  const { file } = asset.fields
  if (!file?.url?.startsWith('//')) return asset
  return { ...asset, fields: { ...asset.fields, file: { ...file, url: `${scheme}${file.url}` } } }
}
