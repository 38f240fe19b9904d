import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import { type CheckedContent, type PublishStatus, toCheckedContent } from '#cms/check/checked-content.ts'
import { createWebAppLinks } from '#cms/check/web-app-links.ts'
import type { Model } from '#cms/model/model.gen.ts'
import type { DeliveredAsset, PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'
import type { DeliveryClient } from '#cms/sync/contentful/delivery-client.ts'

/** Entries and assets of a test, with the relevant fields only. */
interface TestContent {
  readonly entries?: Readonly<Record<string, readonly [type: keyof Model | 'blogPost', fields: object]>>
  readonly assets?: Readonly<Record<string, File | null>>
  /** Publish status by id; default: published. */
  readonly states?: Readonly<Record<string, PublishStatus>>
}

/** Links to the web app of a space. */
export const testLinks = createWebAppLinks({
  ...{ spaceId: 'abc', environmentId: 'master', insecure: false, host: 'cdn.contentful.com' },
})

/** Creates a client of a space with this content. */
export const createTestDelivery = (
  entries: readonly PublishedEntry[] = [],
  assets: readonly DeliveredAsset[] = [],
): DeliveryClient => ({
  locales: async () => ['en-US'],
  contentTypes: async () => new Map(),
  entries: async () => entries,
  assets: async () => assets,
})

type File = DeliveredAsset['fields']['file']

/** Creates checked content of a test. */
export function createTestContent({ entries = {}, assets = {}, states = {} }: TestContent): CheckedContent {
  const delivered = {
    entries: Object.entries(entries).map(([id, [type, fields]]) => ({
      sys: { id, contentType: { sys: { id: type } } },
      fields: { ...fields },
    })),
    assets: Object.entries(assets).map(([id, file]) => ({ sys: { id }, fields: file ? { title: id, file } : {} })),
  }
  return toCheckedContent(delivered, (_, id) => states[id] ?? 'published')
}

/** An image file as the delivery API returns it. */
export const createTestImageFile = (width = 1_920, height = 1_080, size = 200_000): File => ({
  url: 'https://images.example.org/a.jpg',
  fileName: 'a.jpg',
  contentType: 'image/jpeg',
  details: { size, image: { width, height } },
})

/** A video file as the delivery API returns it. */
export const createTestVideoFile = (size = 1_000_000): File => ({
  url: 'https://videos.example.org/a.mp4',
  fileName: 'a.mp4',
  contentType: 'video/mp4',
  details: { size },
})

/** Creates a link to an entry. */
export const createEntryLink = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })
/** Creates a link to an asset. */
export const createAssetLink = (id: string) => ({ sys: { type: 'Link', linkType: 'Asset', id } })

/** Runs a rule and formats its issues. */
export const runRule = (rule: CheckRule, content: CheckedContent, drafts = content) =>
  formatIssueLines(rule(content, drafts))

/** Formats issues as lines, for example `error photo.altText: …`. */
export const formatIssueLines = (issues: readonly ContentIssue[]): readonly string[] =>
  issues.map(
    ({ severity, target, field, text }) => `${severity} ${target?.id ?? 'space'}${field ? `.${field}` : ''}: ${text}`,
  )
