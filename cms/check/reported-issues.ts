import type { WebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import type { ContentIssue, ReportedIssue } from './check-rule.ts'
import type { CheckedAsset, CheckedContent } from './checked-content.ts'
import { getFieldInfos, parseLinks } from './fields.ts'
import { getTypeName } from './pending-changes.ts'

interface Shown {
  readonly links: WebAppLinks
  /** Shown beside them. */
  readonly pictures: CheckedContent['assets']
  /** They are in what is not published yet. */
  readonly isDraft?: boolean
}

/** The flaws as they are reported: with their name, their way into the CMS and their picture. */
export const toReportedIssues = (
  flaws: readonly ContentIssue[],
  { links, pictures, isDraft = false }: Shown,
): readonly ReportedIssue[] =>
  flaws.map(({ rule, severity, target, field, text }) => {
    const found = { rule, severity, text, isDraft: isDraft || target?.state === 'draft', ...(field && { field }) }
    if (!target) return { ...found, kind: 'space', id: null, type: 'Space', title: 'The space', link: null }
    const { kind, id, title } = target
    const picture = thumbnailOf(pictureOf(target, pictures, field))
    const place = { kind, id, type: getTypeName(target), title, link: links[kind](id) }
    return { ...found, ...place, ...(picture && { thumbnail: picture }) }
  })

/** What comes on top when everything is published: flaws of drafts and of changes that visitors do not see already. */
export function getDraftOnlyIssues(
  drafts: readonly ContentIssue[],
  seen: readonly ContentIssue[],
): readonly ContentIssue[] {
  const known = new Set(seen.map(keyOf))
  return drafts.filter((flaw) => flaw.target && flaw.target.state !== 'published' && !known.has(keyOf(flaw)))
}

const keyOf = ({ rule, target, field, text }: ContentIssue) =>
  JSON.stringify([rule, target?.kind, target?.id, field, text])

/** Itself; the one in the field; else the first of the entry. */
function pictureOf(
  target: NonNullable<ContentIssue['target']>,
  pictures: CheckedContent['assets'],
  field: string | undefined,
) {
  if (target.kind === 'asset') return target
  const places = getFieldInfos(target.type).filter(({ isPicture }) => isPicture)
  const place = places.find(({ id }) => id === field) ?? places[0]
  const [link] = parseLinks(target.fields[place?.id ?? ''])
  return pictures.get(link?.id ?? '')
}

/** px; twice as wide as it is shown. */
const WIDTH = 160

/** Contentful's Images API makes it small; a drawing is small as it is. */
function thumbnailOf(asset: CheckedAsset | undefined): string | undefined {
  const { url, contentType } = asset?.file ?? {}
  if (!url || !/^https?:/.test(url) || !contentType?.startsWith('image/')) return undefined
  return contentType.startsWith('image/svg') ? url : `${url}?w=${WIDTH}`
}
