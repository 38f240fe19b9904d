import { type ContentfulClientApi, type CreateClientParams, createClient } from 'contentful'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { createUnexpectedResponseError, parseApiError, toFatalError } from './api-error.ts'
import type { DeliveredAsset, PublishedEntry } from './delivered-content.ts'
import { CONNECT_TIMEOUT_MS, type SpaceConnection } from './space-connections.ts'

/** Reads the published content of a space; through the Preview API also its drafts. All methods throw `UserError`. */
export type DeliveryClient = ReturnType<typeof createDeliveryClient>

/** Items per request: also with long texts, a response stays below 7 MB (docs/contentful.md, Limits). */
const PAGE_SIZE = 200

/** More than a space can have. The client’s types have no `limit` here. */
const ALL_CONTENT_TYPES: { readonly query?: string; readonly limit: number } = { limit: 1_000 }

/** Creates a client after one request without retries: without a network, a command ends at once. Throws `UserError`. */
export async function connectToDelivery(connection: SpaceConnection): Promise<DeliveryClient> {
  const client = createOfficialClient(connection, { retryOnError: false, timeout: CONNECT_TIMEOUT_MS })
  await client.getLocales().catch((error: unknown) => {
    if (parseApiError(error).status !== 429) throw toReadError(error, connection)
  })
  return createDeliveryClient(connection)
}

/** Creates the official client of the Delivery or Preview API. Sends no request. */
export function createDeliveryClient(connection: SpaceConnection) {
  const client = createOfficialClient(connection).withoutLinkResolution

  const read = <Result>(sendRequests: () => Promise<Result>): Promise<Result> =>
    sendRequests().catch((error: unknown) => {
      throw toReadError(error, connection)
    })

  return {
    locales: () => read(async () => (await client.getLocales()).items.map(({ code }) => code)),
    /** Returns the ids of the delivered fields by content type. */
    contentTypes: () =>
      read(async () => {
        const { items } = await client.getContentTypes(ALL_CONTENT_TYPES)
        return new Map(
          items.map(({ sys, fields }) => [sys.id, fields.filter(({ omitted }) => !omitted).map(({ id }) => id)]),
        )
      }),
    /** Returns all entries, sorted by id. */
    entries: () =>
      read(() =>
        readAllPages<PublishedEntry>((page) =>
          client.getEntries({ ...page, order: ['sys.id'], include: 0, locale: LOCALE }),
        ),
      ),
    /** Returns all assets, sorted by id, also those without a complete file. The URLs of their files have a scheme. */
    assets: () =>
      read(async (): Promise<readonly DeliveredAsset[]> => {
        const assets = await readAllPages<DeliveredAsset>((page) =>
          client.getAssets({ ...page, order: ['sys.id'], locale: LOCALE }),
        )
        return assets.map((asset) => addUrlScheme(asset, connection.insecure ? 'http:' : 'https:'))
      }),
  }
}

/** Reads all pages of a list that is sorted by id, so that the order of the pages is stable. */
async function readAllPages<Item extends { readonly sys: { readonly id: string } }>(
  readPage: (page: {
    readonly skip: number
    readonly limit: number
  }) => Promise<{ readonly items: readonly Item[]; readonly total: number }>,
): Promise<readonly Item[]> {
  const itemsById = new Map<string, Item>()
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const { total, items } = await readPage({ skip, limit: PAGE_SIZE })
    for (const item of items) itemsById.set(item.sys.id, item)
    if (skip + PAGE_SIZE < total && items.length > 0) continue
    if (itemsById.size === total) return [...itemsById.values()]
    throw new UserError('The content of the space changed while it was read: run this again')
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

/** A body that is not JSON, or has no items, causes a `TypeError`. */
const toReadError = (error: unknown, connection: SpaceConnection): unknown =>
  error instanceof TypeError
    ? createUnexpectedResponseError(connection)
    : (toFatalError(error, connection, 'reading') ?? error)

function addUrlScheme(asset: DeliveredAsset, scheme: string): DeliveredAsset {
  const { file } = asset.fields
  if (!file?.url?.startsWith('//')) return asset
  return { ...asset, fields: { ...asset.fields, file: { ...file, url: `${scheme}${file.url}` } } }
}
