import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedAsset, CheckedContent } from '#cms/check/checked-content.ts'

/** Reports assets whose file is missing or incomplete. */
export const checkAssetFiles = ({ assets }: CheckedContent): readonly ContentIssue[] =>
  [...assets.values()].flatMap((asset) => {
    const text = findFileProblem(asset)
    return text ? [{ rule: 'file', severity: 'error', target: asset, text }] : []
  })

function findFileProblem({ file }: CheckedAsset): string | undefined {
  if (!file?.url) return 'The file is missing, or its upload did not finish: upload it again'
  if (!file.contentType) return 'The type of the file is unknown: upload it again'
  if (!file.details?.size) return 'The file is empty, or its size is unknown: upload it again'
  if (isRasterImage(file.contentType) && !(file.details.image?.width && file.details.image.height))
    return 'The width and height of the picture are unknown: upload it again'
  return undefined
}

/** Whether the media type is that of an image other than SVG. SVG files can have no dimensions. */
export const isRasterImage = (contentType: string | undefined) =>
  contentType?.startsWith('image/') === true && !contentType.startsWith('image/svg')
