import { parseLinks } from '#cms/links.ts'
import type { ContentIssue, ReportedIssue } from './check-rule.ts'
import type { CheckedAsset, CheckedContent } from './checked-content.ts'
import { getFieldInfos, getItemTypeName } from './fields.ts'
import type { WebAppLinks } from './web-app-links.ts'

interface ReportOptions {
  readonly links: WebAppLinks
  /** Assets for thumbnails. */
  readonly pictures: CheckedContent['assets']
  /** Whether an issue is in content that visitors do not see; none is by default. */
  readonly isDraft?: (issue: ContentIssue) => boolean
}

/** Adds title, CMS link and thumbnail to issues. */
export const toReportedIssues = (
  issues: readonly ContentIssue[],
  { links, pictures, isDraft = () => false }: ReportOptions,
): readonly ReportedIssue[] =>
  issues.map((found) => {
    const { rule, severity, target, field, text } = found
    const issue = { rule, severity, text, isDraft: isDraft(found), ...(field && { field }) }
    if (!target) return { ...issue, kind: 'space', id: null, type: 'Space', title: 'The space', link: null }
    const { kind, id, title } = target
    const thumbnail = getThumbnailUrl(findPicture(target, pictures, field))
    const location = { kind, id, type: getItemTypeName(target), title, link: links[kind](id) }
    return { ...issue, ...location, ...(thumbnail && { thumbnail }) }
  })

/** Returns the issues of drafts and changes that are not in the published content. */
export function getDraftOnlyIssues(
  drafts: readonly ContentIssue[],
  visibleIssues: readonly ContentIssue[],
): readonly ContentIssue[] {
  const visibleKeys = new Set(visibleIssues.map(createKey))
  return drafts.filter(
    (issue) => issue.target && issue.target.state !== 'published' && !visibleKeys.has(createKey(issue)),
  )
}

const createKey = ({ rule, target, field, text }: ContentIssue) =>
  JSON.stringify([rule, target?.kind, target?.id, field, text])

/** The asset itself, the picture of the field, or the first picture of the entry. */
function findPicture(
  target: NonNullable<ContentIssue['target']>,
  pictures: CheckedContent['assets'],
  field: string | undefined,
) {
  if (target.kind === 'asset') return target
  const pictureFields = getFieldInfos(target.type).filter(({ field }) => field.kind === 'image')
  const pictureField = pictureFields.find(({ id }) => id === field) ?? pictureFields[0]
  const [link] = parseLinks(target.fields[pictureField?.id ?? ''])
  return pictures.get(link?.id ?? '')
}

/** Width in px: twice the displayed width. */
const THUMBNAIL_WIDTH = 160

/** Raster images are resized by the Images API; SVG files are used unchanged. */
function getThumbnailUrl(asset: CheckedAsset | undefined): string | undefined {
  const { url, contentType } = asset?.file ?? {}
  if (!url || !/^https?:/.test(url) || !contentType?.startsWith('image/')) return undefined
  return contentType.startsWith('image/svg') ? url : `${url}?w=${THUMBNAIL_WIDTH}`
}
