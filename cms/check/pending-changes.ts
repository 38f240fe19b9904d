import { parseLink } from '#cms/links.ts'
import type { Field } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import type { PreviewState } from '#shared/preview-contract.ts'
import {
  type CheckedAsset,
  type CheckedContent,
  type CheckedEntry,
  getContentKey,
  type PublishStatus,
} from './checked-content.ts'
import { type DeliveryClients, fetchContent } from './fetch-content.ts'
import { getFieldInfos, getFieldLinks, getItemTypeName, isEmptyValue } from './fields.ts'
import { findRejectedRedirects } from './rules/redirects.ts'
import type { WebAppLinks } from './web-app-links.ts'

interface PendingChangesSource extends DeliveryClients {
  readonly links: WebAppLinks
  /** URL of the site: redirects may contain it. */
  readonly siteUrl?: string
}

/** Unpublished content, and redirects that the site does not serve. */
export type PendingChanges = Omit<PreviewState, 'rebuildProblem'>

/** Fetches drafts and published content and compares them. */
export async function findPendingChanges({
  links,
  siteUrl,
  ...clients
}: PendingChangesSource): Promise<PendingChanges> {
  const { drafts, published } = await fetchContent(clients)
  // A published redirect is listed until its correction is published too, and a draft as soon as it is saved.
  const rejected = [published, drafts].flatMap((content) => findRejectedRedirects(content, siteUrl))
  const listed = new Set(
    drafts.entries.flatMap(getFieldLinks).flatMap(({ field, link }) => (field.field.type === 'Array' ? link.id : [])),
  )
  return {
    unpublished: findUnpublishedItems(drafts)
      .toSorted((a, b) => ((a.updatedAt ?? '') < (b.updatedAt ?? '') ? 1 : -1))
      .map((item) => ({
        ...toReference(item, links),
        type: getItemTypeName(item),
        state: item.state,
        missingField: item.kind === 'entry' && listed.has(item.id) ? findMissingField(item, drafts) : undefined,
      })),
    refused: [
      ...new Map(rejected.map(({ entry, reason }) => [entry.id, { ...toReference(entry, links), reason }])).values(),
    ],
  }
}

const toReference = ({ id, title, kind }: CheckedEntry | CheckedAsset, links: WebAppLinks) => ({
  id,
  title,
  link: links[kind](id),
})

type Unpublished<Item> = Item & { readonly state: Exclude<PublishStatus, 'published'> }

const isUnpublished = <Item extends CheckedEntry | CheckedAsset>(item: Item): item is Unpublished<Item> =>
  item.state !== 'published'

/**
 * Returns the entries and assets that visitors do not see, or see in an older version. An entry and its unpublished file
 * are one item: an editor publishes both together.
 */
function findUnpublishedItems({
  entries,
  assets,
}: CheckedContent): readonly Unpublished<CheckedEntry | CheckedAsset>[] {
  const unpublishedEntries = entries.filter(isUnpublished)
  const fileKeys = new Set(unpublishedEntries.flatMap(getFieldLinks).map(({ link }) => link.name))
  const others = [...assets.values()].filter(isUnpublished).filter((asset) => !fileKeys.has(getContentKey(asset)))
  return [...unpublishedEntries, ...others]
}

/** Returns the name of the first field that the site requires to show an entry in a list, and that has no value or no file. */
const findMissingField = ({ type, fields }: CheckedEntry, { assets }: CheckedContent) =>
  getFieldInfos(type).find(({ id, field }) => {
    const link = parseLink(fields[id])
    const isMissing = link?.to === 'Asset' ? !assets.get(link.id)?.file?.url : isEmptyValue(fields[id])
    return isMissing && isRequiredOnSite(field, id === model[type].title)
  })?.name

/** A picture is shown without alternative text, unless it is known by it (print-entry-schemas.ts). */
const isRequiredOnSite = ({ kind, type, required, isEditorOnly }: Field, isTitle: boolean) =>
  required && type !== 'Array' && !isEditorOnly && kind !== 'url' && (kind !== 'altText' || isTitle)
