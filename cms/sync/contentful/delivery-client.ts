import { createClient } from 'contentful'
import * as z from 'zod'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { createResponseHandler, parseApiError, UnexpectedResponseError } from './api-error.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { splitIntoBatches } from './read-resources.ts'
import { retryRequest } from './retry-request.ts'
import { createDeliveryAccessError, type DeliveryConnection } from './space-connections.ts'

/** What is published in a space; through the preview API its drafts too. Every question throws `UserError` where somebody can put it right. */
export interface DeliveryClient {
  readonly locales: () => Promise<readonly string[]>
  /** The ids of the fields that are delivered, by content type. */
  readonly contentTypes: () => Promise<ReadonlyMap<string, readonly string[]>>
  /** All of them, by id. */
  readonly entries: () => Promise<readonly PublishedEntry[]>
  /** Those of these ids that are published. */
  readonly assets: (ids: readonly string[]) => Promise<readonly PublishedAsset[]>
}

/** The same space, to be looked through for what is wrong with it. */
export interface FullDeliveryClient extends DeliveryClient {
  /** All of them, by id, however little they hold; the addresses of their files are whole. */
  readonly allAssets: () => Promise<readonly DeliveredAsset[]>
  /** All entries, by id; each field's values by locale. */
  readonly entriesByLocale: () => Promise<readonly PublishedEntry[]>
}

/** An entry as the delivery API gives it in one locale; links as Contentful writes them. */
export type PublishedEntry = z.output<typeof publishedEntry>
export type PublishedAsset = z.output<typeof publishedAsset>
export type DeliveredAsset = z.output<typeof deliveredAsset>

const publishedEntry = z.object({
  sys: z.object({
    id: z.string(),
    contentType: z.object({ sys: z.object({ id: z.string() }) }),
    /** Through the preview API, of the draft; else, when it was published. */
    updatedAt: z.string().optional(),
  }),
  fields: z.record(z.string(), z.unknown()),
})
const publishedAsset = z.object({
  sys: z.object({ id: z.string() }),
  fields: z.object({
    title: z.string().optional(),
    file: z
      .object({
        /** Without a scheme (docs/contentful.md, REST). */
        url: z.string(),
        fileName: z.string(),
        contentType: z.string(),
        details: z.object({ size: z.number() }),
      })
      .optional(),
  }),
})
/** An asset whose file is missing or half there is an asset all the same. */
const text = z.string().optional().catch(undefined)
const deliveredAsset = z.object({
  sys: z.object({ id: z.string(), updatedAt: text }),
  fields: z.object({
    title: text,
    description: text,
    file: z
      .object({
        url: text,
        fileName: text,
        contentType: text,
        details: z
          .object({
            /** bytes */
            size: z.number().optional().catch(undefined),
            /** px */
            image: z.object({ width: z.number(), height: z.number() }).optional().catch(undefined),
          })
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
})
const contentType = z.object({
  sys: z.object({ id: z.string() }),
  fields: z.array(z.object({ id: z.string(), omitted: z.boolean().optional() })),
})
const locale = z.object({ code: z.string() })

/** Things a request: with long texts an answer stays under 7 MB (docs/contentful.md, Limits). */
const PAGE = 200

/** More than a space can have. The client's types know no limit here. */
const EVERY_TYPE: { readonly query?: string; readonly limit: number } = { limit: 1_000 }

interface Page {
  readonly skip: number
  readonly limit: number
}

/** Opens the delivery API through the official client. Nothing is sent yet. */
export function createDeliveryClient(connection: DeliveryConnection, gate: RateLimiter): FullDeliveryClient {
  const { host, basePath, insecure, spaceId, environmentId, deliveryToken } = connection
  const client = createClient({
    space: spaceId,
    environment: environmentId,
    accessToken: deliveryToken,
    host,
    basePath,
    insecure,
    // No proxy knows the way to the local Contentful.
    ...(insecure && { proxy: false as const }),
    // The client's own repeats would pass by the gate.
    retryOnError: false,
    responseLogger: createResponseHandler(gate),
    logHandler: () => {},
  }).withoutLinkResolution

  async function asked<Item>(item: z.ZodType<Item>, ask: () => Promise<unknown>) {
    const answer = await retryRequest(ask, { gate, isRetryable }).catch((error: unknown) => {
      throw refusalOf(error, connection) ?? error
    })
    const { success, data } = z.object({ total: z.number(), items: z.array(item) }).safeParse(answer)
    if (success) return data
    throw new UserError(`${host} does not answer as Contentful does: check the network and try again`)
  }

  /** By id, so that each page begins where the one before ended. */
  async function all<Item extends { readonly sys: { readonly id: string } }>(
    item: z.ZodType<Item>,
    ask: (page: Page) => Promise<unknown>,
  ): Promise<readonly Item[]> {
    const found = new Map<string, Item>()
    for (let skip = 0; ; skip += PAGE) {
      const { total, items } = await asked(item, () => ask({ skip, limit: PAGE }))
      for (const one of items) found.set(one.sys.id, one)
      if (skip + PAGE < total && items.length > 0) continue
      if (found.size === total) return [...found.values()]
      throw new UserError('Somebody published in the space while it was read: try again')
    }
  }

  return {
    locales: async () => (await asked(locale, () => client.getLocales())).items.map(({ code }) => code),
    contentTypes: async () => {
      const { items } = await asked(contentType, () => client.getContentTypes(EVERY_TYPE))
      return new Map(
        items.map(({ sys, fields }) => [sys.id, fields.filter(({ omitted }) => !omitted).map(({ id }) => id)]),
      )
    },
    entries: () =>
      all(publishedEntry, (page) => client.getEntries({ ...page, order: ['sys.id'], include: 0, locale: LOCALE })),
    assets: async (ids) => {
      const answers = splitIntoBatches(ids).map((batch) =>
        asked(publishedAsset, () =>
          client.getAssets({ 'sys.id[in]': [...batch], limit: batch.length, locale: LOCALE }),
        ),
      )
      return (await Promise.all(answers)).flatMap(({ items }) => items)
    },
    allAssets: async () => {
      const ask = (page: Page) => client.getAssets({ ...page, order: ['sys.id'], locale: LOCALE })
      return (await all(deliveredAsset, ask)).map((asset) => withScheme(asset, insecure ? 'http:' : 'https:'))
    },
    entriesByLocale: () =>
      all(publishedEntry, (page) => client.withAllLocales.getEntries({ ...page, order: ['sys.id'], include: 0 })),
  }
}

function withScheme(asset: DeliveredAsset, scheme: string): DeliveredAsset {
  const { file } = asset.fields
  if (!file?.url?.startsWith('//')) return asset
  return { ...asset, fields: { ...asset.fields, file: { ...file, url: `${scheme}${file.url}` } } }
}

/** Too many at once, trouble on the other side, no answer or half of one: the next time may be better. */
function isRetryable(error: unknown): boolean {
  const { status, isUnreachable } = parseApiError(error)
  if (error instanceof UnexpectedResponseError) return false
  return isUnreachable || isHalf(status) || status === 429 || status >= 500
}

function refusalOf(error: unknown, connection: DeliveryConnection): UserError | null {
  const { status, message, isUnreachable } = parseApiError(error)
  const { host } = connection
  if (error instanceof UnexpectedResponseError)
    return new UserError(`${host} does not answer as Contentful does (${message}): check the network and try again`)
  if (isUnreachable) return new UserError(`${host} does not answer (${message}): check the network and try again`)
  if (isHalf(status)) return new UserError(`${host} breaks off in its answers: check the network and try again`)
  return status > 0 ? createDeliveryAccessError(connection, status, message) : null
}

/** The client fails, and the answer was none of a failure. */
const isHalf = (status: number) => status >= 200 && status < 300
