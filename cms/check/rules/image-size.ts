import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldLinks } from '#cms/check/fields.ts'
import {
  formatMegabytes,
  formatMinSize,
  formatSize,
  isTooSmall,
  MIN_PICTURE_SIZES,
  type MinPictureSize,
  REPORT_LIMITS,
} from '#cms/pictures/picture-rules.ts'
import { isRasterImage } from './asset-files.ts'

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

const getSizeLimit = ({ validations }: FieldInfo) =>
  validations.find(({ assetFileSize }) => assetFileSize)?.assetFileSize?.max

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
  if (contentType.startsWith('video/') && size > REPORT_LIMITS.filmBytes)
    return createIssue(
      `The film has ${formatMegabytes(size)}, which loads slowly on phones: make it ${REPORT_LIMITS.filmMegabytes} MB at most`,
    )
  if (!contentType.startsWith('image/')) return []
  if (size > REPORT_LIMITS.pictureBytes)
    return createIssue(
      `The picture has ${formatMegabytes(size)}: make it ${formatMegabytes(REPORT_LIMITS.pictureBytes)} at most, which looks the same`,
    )
  const { width = 0, height = 0 } = image ?? {}
  if (isRasterImage(contentType) && Math.max(width, height) > REPORT_LIMITS.edge)
    return createIssue(`The picture is ${width} × ${height} px: ${REPORT_LIMITS.edge} px on the longer side are enough`)
  return []
}

const MIN_SIZES_BY_FIELD = new Map<string, MinPictureSize>(Object.entries(MIN_PICTURE_SIZES))

function checkMinSize(
  target: CheckedEntry,
  { id, name }: FieldInfo,
  { title, file }: CheckedAsset,
): readonly ContentIssue[] {
  const minSize = MIN_SIZES_BY_FIELD.get(`${target.type}.${id}`)
  const { width, height } = file?.details?.image ?? {}
  // asset-files.ts reports unknown sizes.
  if (!minSize || !width || !height || !isRasterImage(file?.contentType)) return []
  if (!isTooSmall({ width, height }, minSize)) return []
  const text = `${name} shows “${title}”, which is only ${formatSize({ width, height })} and looks blurred: upload it ${formatMinSize(minSize)}`
  return [{ rule: 'size', severity: 'warning', target, field: id, text }]
}
