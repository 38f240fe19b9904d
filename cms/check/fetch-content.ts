import { isDeepStrictEqual } from 'node:util'
import type { DeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { type DeliveredContent, type PublishStatus, toCheckedContent } from './checked-content.ts'

/** Clients of both read APIs of a space. */
export interface DeliveryClients {
  /** Client of the preview API. */
  readonly preview: DeliveryClient
  /** Client of the delivery API. */
  readonly delivery: DeliveryClient
}

/** Fetches all drafts and all published content concurrently. */
export async function fetchContent({ preview, delivery }: DeliveryClients) {
  const [drafts, published] = await Promise.all([fetchAll(preview), fetchAll(delivery)])
  const statuses = {
    entry: compareStatus(drafts.entries, published.entries),
    asset: compareStatus(drafts.assets, published.assets),
  }
  const getStatus = (kind: keyof typeof statuses, id: string) => statuses[kind].get(id) ?? 'published'
  return { drafts: toCheckedContent(drafts, getStatus), published: toCheckedContent(published, getStatus) }
}

async function fetchAll(space: DeliveryClient): Promise<DeliveredContent> {
  const [entries, assets] = await Promise.all([space.entries(), space.assets()])
  return { entries, assets }
}

interface DeliveredResource {
  readonly sys: { readonly id: string }
  readonly fields: object
}

/** Compares fields, not versions: opening and closing an entry in the web app creates a new version. */
function compareStatus(
  drafts: readonly DeliveredResource[],
  published: readonly DeliveredResource[],
): ReadonlyMap<string, PublishStatus> {
  const publishedFields = new Map(published.map(({ sys, fields }) => [sys.id, fields]))
  return new Map(
    drafts.map(({ sys, fields }) => {
      const fieldsBefore = publishedFields.get(sys.id)
      if (!fieldsBefore) return [sys.id, 'draft']
      return [sys.id, isDeepStrictEqual(fieldsBefore, fields) ? 'published' : 'changed']
    }),
  )
}
