import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent } from '#cms/check/checked-content.ts'

/** Assets whose file is not there, or not ready to be shown. */
export const checkAssetFiles = ({ assets }: CheckedContent): readonly ContentIssue[] =>
  [...assets.values()].flatMap((asset) => {
    const text = troubleOf(asset)
    return text ? [{ rule: 'file', severity: 'broken', of: asset, text }] : []
  })

function troubleOf({ file }: CheckedAsset): string | undefined {
  if (!file?.url) return 'The file is missing, or was never processed: upload it again'
  if (!file.contentType) return 'The file is of no known kind: upload it again'
  if (!file.details?.size) return 'The file is empty, or its size is not known: upload it again'
  if (isRasterImage(file.contentType) && !(file.details.image?.width && file.details.image.height))
    return 'The width and height of the picture are not known: upload it again'
  return undefined
}

/** A drawing may have no size of its own. */
export const isRasterImage = (contentType: string | undefined) =>
  contentType?.startsWith('image/') === true && !contentType.startsWith('image/svg')
