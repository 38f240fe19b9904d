import type { AssetNode, ContentNode } from './content-source.ts'
import { type LocaleArguments, readInLocale } from './resolve-links.ts'
import { type FieldBehavior, LOCALE_ARGUMENTS, printCollectionType, type TypeDefinitions } from './type-definitions.ts'

/** Creates the common fields of entries or assets. Taxonomies are not supported, so `concepts` is always empty. */
export const createCommonFields = (type: string): Readonly<Record<string, FieldBehavior>> => ({
  [`${type}.sys`]: {
    resolve: ({ item, view }: ContentNode, _, { source: { spaceId, environmentId } }) => {
      const { id, publishedAt, firstPublishedAt, publishedVersion } = item
      return { id, spaceId, environmentId, publishedAt, firstPublishedAt, publishedVersion, locale: view.locale }
    },
  },
  [`${type}.contentfulMetadata`]: { resolve: ({ item }: ContentNode) => ({ tags: item.tags, concepts: [] }) },
})

const ASSET_FIELD_TYPES = {
  title: 'String',
  description: 'String',
  contentType: 'String',
  fileName: 'String',
  size: 'Int',
  width: 'Int',
  height: 'Int',
}

/** Types that do not depend on the content types. `Asset` implements neither `Entry` nor `_Node` (docs/contentful.md, Types). */
export const sharedTypes: TypeDefinitions = {
  sdl: `
    interface Entry { sys: Sys! contentfulMetadata: ContentfulMetadata! }
    interface _Node { _id: ID! }
    interface ResourceLink { sys: ResourceSys! }
    type Sys {
      id: String! spaceId: String! environmentId: String!
      publishedAt: DateTime firstPublishedAt: DateTime publishedVersion: Int locale: String
    }
    type ContentfulMetadata { tags: [ContentfulTag]! concepts: [TaxonomyConcept]! }
    type ContentfulTag { id: String name: String }
    type TaxonomyConcept { id: String }
    type ResourceSys { urn: String! linkType: String! }
    type Location { lat: Float lon: Float }
    input ImageTransformOptions {
      width: Dimension height: Dimension quality: Quality cornerRadius: Int
      resizeStrategy: ImageResizeStrategy resizeFocus: ImageResizeFocus backgroundColor: HexColor format: ImageFormat
    }
    enum ImageResizeStrategy { FIT PAD FILL SCALE CROP THUMB }
    enum ImageResizeFocus { CENTER TOP TOP_RIGHT RIGHT BOTTOM_RIGHT BOTTOM BOTTOM_LEFT LEFT TOP_LEFT FACE FACES }
    enum ImageFormat { JPG JPG_PROGRESSIVE PNG PNG8 WEBP AVIF }
    type Asset {
      sys: Sys! contentfulMetadata: ContentfulMetadata!
      ${Object.entries(ASSET_FIELD_TYPES)
        .map(([name, type]) => `${name}(${LOCALE_ARGUMENTS}): ${type}`)
        .join('\n')}
      url(transform: ImageTransformOptions, ${LOCALE_ARGUMENTS}): String
      linkedFrom(allowedLocales: [String]): AssetLinkingCollections
    }
    ${printCollectionType('AssetCollection', 'Asset')}
    ${printCollectionType('EntryCollection', 'Entry')}`,
  fields: {
    ...createCommonFields('Asset'),
    ...Object.fromEntries(Object.keys(ASSET_FIELD_TYPES).map((name) => [`Asset.${name}`, createAssetField(name)])),
    'Asset.url': {
      resolve: (asset: AssetNode, args: LocaleArguments & { readonly transform?: ImageTransform | null }, context) => {
        const { file } = readInLocale(asset, args, context).item
        // Only images have derivatives.
        return file && args.transform && file.contentType.startsWith('image/')
          ? createTransformedUrl(file.url, args.transform)
          : file?.url
      },
    },
  },
}

function createAssetField(name: string): FieldBehavior {
  return {
    resolve: (asset: AssetNode, args: LocaleArguments, context) => {
      const { title, description, file } = readInLocale(asset, args, context).item
      return new Map(Object.entries({ title, description, ...file })).get(name)
    },
  }
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
  }).flatMap(([name, value]) => (value == null ? [] : `${name}=${value}`))
  return parameters.length === 0 ? url : `${url}?${parameters.join('&')}`
}
