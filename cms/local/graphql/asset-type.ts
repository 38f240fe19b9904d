import type { AssetNode, ContentNode, QueryContext, SourceAsset } from './content-source.ts'
import { type LocaleArguments, readInLocale } from './resolve-links.ts'
import { LOCALE_ARGUMENTS, type OutputField } from './schema-type.ts'

/** Fields of all entries and assets. */
export const COMMON_FIELDS: Readonly<Record<'sys' | 'contentfulMetadata', OutputField>> = {
  sys: {
    signature: ': Sys!',
    resolve: ({ item, view }: ContentNode, _, { source: { spaceId, environmentId } }) => {
      const { id, publishedAt, firstPublishedAt, publishedVersion } = item
      return { id, spaceId, environmentId, publishedAt, firstPublishedAt, publishedVersion, locale: view.locale }
    },
  },
  contentfulMetadata: {
    signature: ': ContentfulMetadata!',
    resolve: ({ item }: ContentNode) => ({ tags: item.tags, concepts: [] }),
  },
}

/** Fields of `Asset`. It implements neither `Entry` nor `_Node`, and has no `_id` (docs/contentful.md, Types). */
export const ASSET_FIELDS: Readonly<Record<string, OutputField>> = {
  ...COMMON_FIELDS,
  title: createAssetField('String', ({ title }) => title),
  description: createAssetField('String', ({ description }) => description),
  contentType: createAssetField('String', ({ file }) => file?.contentType),
  fileName: createAssetField('String', ({ file }) => file?.fileName),
  size: createAssetField('Int', ({ file }) => file?.size),
  width: createAssetField('Int', ({ file }) => file?.width),
  height: createAssetField('Int', ({ file }) => file?.height),
  url: {
    signature: `(transform: ImageTransformOptions, ${LOCALE_ARGUMENTS}): String`,
    resolve: (asset: AssetNode, args: UrlArguments, context) => {
      const { file } = readInLocale(asset, args, context).item
      // Only images have derivatives.
      return file && args.transform && file.contentType.startsWith('image/')
        ? createTransformedUrl(file.url, args.transform)
        : file?.url
    },
  },
}

function createAssetField(type: string, readValue: (asset: SourceAsset) => unknown): OutputField {
  return {
    signature: `(${LOCALE_ARGUMENTS}): ${type}`,
    resolve: (asset: AssetNode, args: LocaleArguments, context: QueryContext) =>
      readValue(readInLocale(asset, args, context).item),
  }
}

interface UrlArguments extends LocaleArguments {
  readonly transform?: ImageTransform | null
}

/** The argument `transform` of `Asset.url`. */
interface ImageTransform {
  readonly width?: number | null
  readonly height?: number | null
  readonly quality?: number | null
  readonly cornerRadius?: number | null
  readonly backgroundColor?: string | null
  readonly resizeStrategy?: string | null
  readonly resizeFocus?: string | null
  readonly format?: string | null
}

/** The value of `cornerRadius` for the maximum radius. */
const MAX_RADIUS = -1

/** Formats that are a format and a flag in the Images API. */
const FORMATS_WITH_FLAG: Readonly<Record<string, readonly [format: string, flag: string]>> = {
  JPG_PROGRESSIVE: ['jpg', 'progressive'],
  PNG8: ['png', 'png8'],
}

/** Adds the parameters of the Images API to the URL of the file. */
function createTransformedUrl(url: string, transform: ImageTransform): string {
  const [format, flag] = FORMATS_WITH_FLAG[transform.format ?? ''] ?? [transform.format?.toLowerCase()]
  const parameters = Object.entries({
    w: transform.width,
    h: transform.height,
    fit: transform.resizeStrategy === 'FIT' ? undefined : transform.resizeStrategy?.toLowerCase(),
    f: transform.resizeFocus?.toLowerCase(),
    r: transform.cornerRadius === MAX_RADIUS ? 'max' : transform.cornerRadius,
    q: transform.quality,
    bg: transform.backgroundColor,
    fm: format,
    fl: flag,
  }).filter(([, value]) => value !== undefined && value !== null)
  if (parameters.length === 0) return url
  return `${url}?${parameters.map(([name, value]) => `${name}=${value}`).join('&')}`
}
