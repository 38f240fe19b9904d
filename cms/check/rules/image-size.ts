import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldLinks } from '#cms/check/fields.ts'
import { isRasterImage } from './asset-files.ts'

/** px, the least width of a picture by its place. Each is what the field's help text in cms/model asks editors for. */
export const MIN_IMAGE_WIDTHS: Readonly<Record<string, number>> = {
  'galleryImage.photo': 1_440,
  'pipelineStage.image': 1_440,
  'servicePanel.image': 1_600,
  'mainlinePage.headerImage': 1_920,
  'videoHero.poster': 1_920,
  'affiliation.logo': 400,
  'seo.shareImage': 1_200,
}

/** bytes: twenty times what the largest width of the site weighs; more only makes editors wait. */
const HEAVY_PICTURE = 4_000_000
/** px: twice the widest that the site shows. */
const LONGEST_EDGE = 4_000
/** bytes: 2 MB as the help text of the film's field asks for, counted as most file managers do. */
const HEAVY_FILM = 2 * 1_024 ** 2

/** Pictures and films that are too heavy, and pictures that are too small for their place. */
export function checkImageSizes({ entries, assets }: CheckedContent): readonly ContentIssue[] {
  const links = entries.flatMap((entry) =>
    getFieldLinks(entry).flatMap(({ field, link: { id } }) => {
      const asset = field.field.link?.to === 'Asset' ? assets.get(id) : undefined
      return asset ? [{ entry, place: field, asset }] : []
    }),
  )
  // As much as the model allows in any field: Contentful refuses to publish an entry with more.
  const limits = new Map(links.map(({ place, asset }) => [asset.id, limitOf(place)]))
  return [
    ...[...assets.values()].flatMap((asset) => tooHeavy(asset, limits.get(asset.id))),
    ...links.flatMap(({ entry, place, asset }) => tooSmall(entry, place, asset)),
  ]
}

const limitOf = ({ rules }: FieldInfo) => rules.find(({ assetFileSize }) => assetFileSize)?.assetFileSize?.max

function tooHeavy(asset: CheckedAsset, limit = Number.POSITIVE_INFINITY): readonly ContentIssue[] {
  const { contentType = '', details } = asset.file ?? {}
  const { size = 0, image } = details ?? {}
  const flaw = (text: string): readonly ContentIssue[] => [
    { rule: 'size', severity: size > limit ? 'broken' : 'should', target: asset, text },
  ]
  if (size > limit)
    return flaw(
      `The file has ${megabytes(size)}, more than the ${megabytes(limit)} that there is place for: make it smaller`,
    )
  if (contentType.startsWith('video/') && size > HEAVY_FILM)
    return flaw(`The film has ${megabytes(size)}, and visitors on phones wait for it: make it 2 MB at most`)
  if (!contentType.startsWith('image/')) return []
  if (size > HEAVY_PICTURE)
    return flaw(
      `The picture has ${megabytes(size)}: make it ${megabytes(HEAVY_PICTURE)} at most, nobody sees a difference`,
    )
  const { width = 0, height = 0 } = image ?? {}
  if (isRasterImage(contentType) && Math.max(width, height) > LONGEST_EDGE)
    return flaw(`The picture is ${width} × ${height} px: ${LONGEST_EDGE} px on the longer side are enough`)
  return []
}

function tooSmall(
  target: CheckedEntry,
  { id, name }: FieldInfo,
  { title, file }: CheckedAsset,
): readonly ContentIssue[] {
  const least = MIN_IMAGE_WIDTHS[`${target.type}.${id}`]
  const width = isRasterImage(file?.contentType) ? file?.details?.image?.width : undefined
  if (!least || !width || width >= least) return []
  const text = `${name} shows “${title}”, which is ${width} px wide and looks blurred: upload it at least ${least} px wide`
  return [{ rule: 'size', severity: 'should', target, field: id, text }]
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
