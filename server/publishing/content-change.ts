import * as z from 'zod/mini'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { findReachableTypes, isPage } from '#cms/model/pages.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { ALL_PAGE_PARTS, type BuildRequest } from './run-build.ts'

/** A change of published content. Stored as JSON in the database: the property names must stay. */
export interface ContentChange {
  /** Ids of the content types whose entries changed. */
  readonly contentTypes: ReadonlySet<string>
  /** Whether an asset changed. */
  readonly assets: boolean
  /** Whether the change is unknown: the webhook of a deleted entry may lack its content type. */
  readonly anything: boolean
}

/** A change of unknown content, after which every page is rendered. */
export const ANY_CHANGE: ContentChange = { contentTypes: new Set(), assets: true, anything: true }

const NO_CHANGE: ContentChange = { contentTypes: new Set(), assets: false, anything: false }

/** Combines two changes into one. */
export const mergeContentChanges = (first = NO_CHANGE, second = NO_CHANGE): ContentChange => ({
  contentTypes: new Set([...first.contentTypes, ...second.contentTypes]),
  assets: first.assets || second.assets,
  anything: first.anything || second.anything,
})

/** Topics of events that change the published content. Saving a draft does not. */
const PUBLISHING_TOPIC = /^ContentManagement\.(Entry|Asset)\.(publish|unpublish|delete|archive|unarchive)$/

const entryPayload = z.object({ sys: z.object({ contentType: z.object({ sys: z.object({ id: z.string() }) }) }) })

/** The change that a Contentful webhook reports; `undefined` when the published content stays the same. */
export function parseWebhookChange(topic: string | undefined, body: string): ContentChange | undefined {
  const entityType = PUBLISHING_TOPIC.exec(topic ?? '')?.[1]
  if (!entityType) return undefined
  if (entityType === 'Asset') return { ...NO_CHANGE, assets: true }
  const { success, data } = entryPayload.safeParse(tryParseJson(body))
  // Deleted entries and webhooks with a custom payload may have no content type.
  if (!success) return ANY_CHANGE
  return { ...NO_CHANGE, contentTypes: new Set([data.sys.contentType.sys.id]) }
}

/** Serializes a change for the database. */
export const serializeContentChange = ({ contentTypes, ...others }: ContentChange): string =>
  JSON.stringify({ contentTypes: [...contentTypes], ...others })

const storedChange = z.object({ contentTypes: z.array(z.string()), assets: z.boolean(), anything: z.boolean() })

/** Parses a serialized change. Text in the format of another version of the server counts as `ANY_CHANGE`. */
export function parseContentChange(text: string): ContentChange {
  const { success, data } = storedChange.safeParse(tryParseJson(text))
  return success ? { ...data, contentTypes: new Set(data.contentTypes) } : ANY_CHANGE
}

const TYPES: readonly ContentType[] = Object.values(model)

/** The content type that every page shows. */
const SHARED_TYPE: ContentType = model.siteSettings

/**
 * Finds the pages that may show a change: those whose entry, or the site settings, can link to an entry of a changed type,
 * directly or through other entries, according to the content model.
 */
export function findAffectedPages(change: ContentChange): Exclude<BuildRequest['parts'], 'everything'> {
  const { contentTypes, assets, anything } = change
  if (anything) return ALL_PAGE_PARTS
  const isAffected = (page: ContentType) => {
    const types = [SHARED_TYPE, page].flatMap((start) => findReachableTypes(start, TYPES))
    return types.some((type) => contentTypes.has(type.id) || (assets && hasAssetField(type)))
  }
  const affectedPages = TYPES.filter(isPage).filter(isAffected)
  return {
    paths: ALL_PAGE_PARTS.paths.filter((path) => affectedPages.some((page) => page.path === path)),
    redirects: contentTypes.has(model.redirect.id),
  }
}

const hasAssetField = ({ fields }: ContentType) => Object.values(fields).some(({ link }) => link?.to === 'Asset')
