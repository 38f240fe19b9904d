import { isDeepStrictEqual } from 'node:util'
import type { FullDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import type { DeliveredContent, PublishStatus } from './checked-content.ts'

/** A space, read twice. */
export interface DeliveryClients {
  /** Through the preview API. */
  readonly preview: FullDeliveryClient
  /** Through the delivery API. */
  readonly delivery: FullDeliveryClient
}

export interface DraftAndPublishedContent {
  readonly drafts: DeliveredContent
  readonly published: DeliveredContent
  readonly getStatus: (kind: 'entry' | 'asset', id: string) => PublishStatus
}

/** Reads all that visitors get and all that editors have, at once. */
export async function fetchContent({ preview, delivery }: DeliveryClients): Promise<DraftAndPublishedContent> {
  const [drafts, published] = await Promise.all([wholeOf(preview), wholeOf(delivery)])
  const states = {
    entry: statesOf(drafts.entries, published.entries),
    asset: statesOf(drafts.assets, published.assets),
  }
  return { drafts, published, getStatus: (kind, id) => states[kind].get(id) ?? 'published' }
}

async function wholeOf(space: FullDeliveryClient): Promise<DeliveredContent> {
  const [entries, assets] = await Promise.all([space.entries(), space.allAssets()])
  return { entries, assets }
}

interface Thing {
  readonly sys: { readonly id: string }
  readonly fields: object
}

/** The version numbers say nothing of it: to open an entry and close it again makes a new one. */
function statesOf(drafts: readonly Thing[], published: readonly Thing[]): ReadonlyMap<string, PublishStatus> {
  const known = new Map(published.map(({ sys, fields }) => [sys.id, fields]))
  return new Map(
    drafts.map(({ sys, fields }) => {
      const before = known.get(sys.id)
      if (!before) return [sys.id, 'draft']
      return [sys.id, isDeepStrictEqual(before, fields) ? 'published' : 'changed']
    }),
  )
}
