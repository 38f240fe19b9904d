import { createClient } from 'contentful'
import * as z from 'zod'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { createResponseHandler, parseApiError, UnexpectedResponseError } from './api-error.ts'
import {
  type DeliveredAsset,
  deliveredAssetSchema,
  type PublishedAsset,
  type PublishedEntry,
  publishedAssetSchema,
  publishedEntrySchema,
} from './delivered-content.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { retryRequest } from './retry-request.ts'
import { createDeliveryAccessError, type DeliveryConnection } from './space-connections.ts'
import { splitIntoBatches } from './split-into-batches.ts'

/** Reads the published content of a space; through the Preview API also its drafts. All methods throw `UserError`. */
export interface DeliveryClient {
  readonly locales: () => Promise<readonly string[]>
  /** Returns the ids of the delivered fields by content type. */
  readonly contentTypes: () => Promise<ReadonlyMap<string, readonly string[]>>
  /** Returns all entries, sorted by id. */
  readonly entries: () => Promise<readonly PublishedEntry[]>
  /** Returns the published assets with these ids. */
  readonly assets: (ids: readonly string[]) => Promise<readonly PublishedAsset[]>
}

/** Also reads content that does not match the model, for the content checks. */
export interface FullDeliveryClient extends DeliveryClient {
  /** Returns all assets, including incomplete ones, sorted by id. The URLs of their files have a scheme. */
  readonly allAssets: () => Promise<readonly DeliveredAsset[]>
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

/** Creates the official client of the Delivery or Preview API. Sends no request. */
export function createDeliveryClient(connection: DeliveryConnection, limiter: RateLimiter): FullDeliveryClient {
  const { host, basePath, insecure, spaceId, environmentId, deliveryToken } = connection
  const client = createClient({
    space: spaceId,
    environment: environmentId,
    accessToken: deliveryToken,
    host,
    basePath,
    insecure,
    // A proxy cannot reach the local Contentful.
    ...(insecure && { proxy: false as const }),
    // The client’s own retries ignore the limiter.
    retryOnError: false,
    responseLogger: createResponseHandler(limiter),
    logHandler: () => {},
  }).withoutLinkResolution

  async function read<Item>(itemSchema: z.ZodType<Item>, sendRequest: () => Promise<unknown>) {
    const response = await retryRequest(sendRequest, { limiter, isRetryable }).catch((error: unknown) => {
      throw toUserError(error, connection) ?? error
    })
    const { success, data } = z.object({ total: z.number(), items: z.array(itemSchema) }).safeParse(response)
    if (success) return data
    throw new UserError(`${host} returned an unexpected response: check the network and try again`)
  }

  /** Sorts by id, so that the order of the pages is stable. */
  async function readAll<Item extends { readonly sys: { readonly id: string } }>(
    itemSchema: z.ZodType<Item>,
    sendRequest: (page: Page) => Promise<unknown>,
  ): Promise<readonly Item[]> {
    const itemsById = new Map<string, Item>()
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const { total, items } = await read(itemSchema, () => sendRequest({ skip, limit: PAGE_SIZE }))
      for (const item of items) itemsById.set(item.sys.id, item)
      if (skip + PAGE_SIZE < total && items.length > 0) continue
      if (itemsById.size === total) return [...itemsById.values()]
      throw new UserError('The content of the space changed while it was read: try again')
    }
  }

  return {
    locales: async () => (await read(localeSchema, () => client.getLocales())).items.map(({ code }) => code),
    contentTypes: async () => {
      const { items } = await read(contentTypeSchema, () => client.getContentTypes(ALL_CONTENT_TYPES))
      return new Map(
        items.map(({ sys, fields }) => [sys.id, fields.filter(({ omitted }) => !omitted).map(({ id }) => id)]),
      )
    },
    entries: () =>
      readAll(publishedEntrySchema, (page) =>
        client.getEntries({ ...page, order: ['sys.id'], include: 0, locale: LOCALE }),
      ),
    assets: async (ids) => {
      const responses = splitIntoBatches(ids).map((batch) =>
        read(publishedAssetSchema, () =>
          client.getAssets({ 'sys.id[in]': [...batch], limit: batch.length, locale: LOCALE }),
        ),
      )
      return (await Promise.all(responses)).flatMap(({ items }) => items)
    },
    allAssets: async () => {
      const sendRequest = (page: Page) => client.getAssets({ ...page, order: ['sys.id'], locale: LOCALE })
      return (await readAll(deliveredAssetSchema, sendRequest)).map((asset) =>
        addUrlScheme(asset, insecure ? 'http:' : 'https:'),
      )
    },
  }
}

function addUrlScheme(asset: DeliveredAsset, scheme: string): DeliveredAsset {
  const { file } = asset.fields
  if (!file?.url?.startsWith('//')) return asset
  return { ...asset, fields: { ...asset.fields, file: { ...file, url: `${scheme}${file.url}` } } }
}

/** Whether a retry can succeed: after a 429, a server error, or a missing or truncated response. */
function isRetryable(error: unknown): boolean {
  const { status, isUnreachable } = parseApiError(error)
  if (error instanceof UnexpectedResponseError) return false
  return isUnreachable || isSuccessStatus(status) || status === 429 || status >= 500
}

function toUserError(error: unknown, connection: DeliveryConnection): UserError | null {
  const { status, message, isUnreachable } = parseApiError(error)
  const { host } = connection
  if (error instanceof UnexpectedResponseError)
    return new UserError(`${host} returned an unexpected response (${message}): check the network and try again`)
  if (isUnreachable) return new UserError(`${host} does not respond (${message}): check the network and try again`)
  if (isSuccessStatus(status))
    return new UserError(`${host} sends truncated responses: check the network and try again`)
  return status > 0 ? createDeliveryAccessError(connection, status, message) : null
}

/** An error with a success status means that the response was truncated. */
const isSuccessStatus = (status: number) => status >= 200 && status < 300
