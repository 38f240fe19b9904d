import type { Model } from '#cms/model/model.ts'
import type { DeliveredAsset } from '#cms/sync/contentful/delivery-client.ts'
import type { CheckRule, ContentIssue } from './check-rule.ts'
import { type CheckedContent, type PublishStatus, toCheckedContent } from './checked-content.ts'

/** One entry or asset of a test: what is wrong with it, and nothing else. */
interface Given {
  readonly entries?: Readonly<Record<string, readonly [type: keyof Model | 'blogPost', fields: object]>>
  readonly assets?: Readonly<Record<string, File | null>>
  /** Those that are not simply published. */
  readonly states?: Readonly<Record<string, PublishStatus>>
}

type File = DeliveredAsset['fields']['file']

export function createTestContent({ entries = {}, assets = {}, states = {} }: Given): CheckedContent {
  const delivered = {
    entries: Object.entries(entries).map(([id, [type, fields]]) => ({
      sys: { id, contentType: { sys: { id: type } } },
      fields: { ...fields },
    })),
    assets: Object.entries(assets).map(([id, file]) => ({ sys: { id }, fields: file ? { title: id, file } : {} })),
  }
  return toCheckedContent(delivered, (_, id) => states[id] ?? 'published')
}

/** A picture as Contentful delivers it. */
export const createTestImageFile = (width = 1_920, height = 1_080, size = 200_000): File => ({
  url: 'https://images.example.org/a.jpg',
  fileName: 'a.jpg',
  contentType: 'image/jpeg',
  details: { size, image: { width, height } },
})

export const createTestVideoFile = (size = 1_000_000): File => ({
  url: 'https://videos.example.org/a.mp4',
  fileName: 'a.mp4',
  contentType: 'video/mp4',
  details: { size },
})

export const createEntryLink = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })
export const createAssetLink = (id: string) => ({ sys: { type: 'Link', linkType: 'Asset', id } })

/** What a rule finds there, as lines: `broken photo.altText: …`; of drafts that are no other than what is published. */
export const runRule = (rule: CheckRule, content: CheckedContent, drafts = content) =>
  formatIssueLines(rule(content, drafts))

export const formatIssueLines = (flaws: readonly ContentIssue[]): readonly string[] =>
  flaws.map(
    ({ severity, target, field, text }) => `${severity} ${target?.id ?? 'space'}${field ? `.${field}` : ''}: ${text}`,
  )
