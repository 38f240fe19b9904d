import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldLinks } from '#cms/check/fields.ts'
import { formatMinSize, formatSize, isTooSmall, MIN_PICTURE_SIZES } from '#cms/model/min-picture-sizes.ts'
import { isRasterImage } from './asset-files.ts'

/** Bytes; larger files have no visible benefit and slow down uploads. */
const MAX_PICTURE_BYTES = 4_000_000
/** Px; twice the largest size that the site shows. */
const MAX_EDGE = 4_000
/** Bytes; the 2 MB of the field's help text, as file managers count them. */
const MAX_VIDEO_BYTES = 2 * 1_024 ** 2

/** Reports files that are too large, and pictures that are too small. */
export function checkImageSizes({ entries, assets }: CheckedContent): readonly ContentIssue[] {
  const links = entries.flatMap((entry) =>
    getFieldLinks(entry).flatMap(({ field, link: { id } }) => {
      const asset = field.field.link?.to === 'Asset' ? assets.get(id) : undefined
      return asset ? [{ entry, field, asset }] : []
    }),
  )
  // Contentful rejects publishing an entry with a larger file than its field allows.
  const limits = new Map(links.map(({ field, asset }) => [asset.id, getSizeLimit(field)]))
  return [
    ...[...assets.values()].flatMap((asset) => checkFileSize(asset, limits.get(asset.id) ?? Number.POSITIVE_INFINITY)),
    ...links.flatMap(({ entry, field, asset }) => checkMinSize(entry, field, asset)),
  ]
}

const getSizeLimit = ({ rules }: FieldInfo) => rules.find(({ assetFileSize }) => assetFileSize)?.assetFileSize?.max

function checkFileSize(asset: CheckedAsset, limit: number): readonly ContentIssue[] {
  const { contentType = '', details } = asset.file ?? {}
  const { size = 0, image } = details ?? {}
  const createIssue = (text: string): readonly ContentIssue[] => [
    { rule: 'size', severity: size > limit ? 'error' : 'warning', target: asset, text },
  ]
  if (size > limit)
    return createIssue(
      `The file has ${formatMegabytes(size)}, more than the limit of ${formatMegabytes(limit)}: make it smaller`,
    )
  if (contentType.startsWith('video/') && size > MAX_VIDEO_BYTES)
    return createIssue(`The film has ${formatMegabytes(size)}, which loads slowly on phones: make it 2 MB at most`)
  if (!contentType.startsWith('image/')) return []
  if (size > MAX_PICTURE_BYTES)
    return createIssue(
      `The picture has ${formatMegabytes(size)}: make it ${formatMegabytes(MAX_PICTURE_BYTES)} at most; there is no visible difference`,
    )
  const { width = 0, height = 0 } = image ?? {}
  if (isRasterImage(contentType) && Math.max(width, height) > MAX_EDGE)
    return createIssue(`The picture is ${width} × ${height} px: ${MAX_EDGE} px on the longer side are enough`)
  return []
}

function checkMinSize(
  target: CheckedEntry,
  { id, name }: FieldInfo,
  { title, file }: CheckedAsset,
): readonly ContentIssue[] {
  const minSize = MIN_PICTURE_SIZES[`${target.type}.${id}`]
  const { width, height } = file?.details?.image ?? {}
  // asset-files.ts reports unknown sizes.
  if (!minSize || !width || !height || !isRasterImage(file?.contentType)) return []
  if (!isTooSmall({ width, height }, minSize)) return []
  const text = `${name} shows “${title}”, which is only ${formatSize({ width, height })} and looks blurred: upload it ${formatMinSize(minSize)}`
  return [{ rule: 'size', severity: 'warning', target, field: id, text }]
}

const formatMegabytes = (bytes: number) =>
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
