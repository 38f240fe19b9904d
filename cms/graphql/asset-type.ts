import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import type { AssetNode, QueryContext, SourceAssetFile } from './content-source.ts'
import { localeArguments } from './field-arguments.ts'
import { commonFields, Dimension, HexColor, Quality } from './shared-types.ts'

const words = (name: string, values: string) =>
  new GraphQLEnumType({ name, values: Object.fromEntries(values.split(' ').map((word) => [word, {}])) })

const ImageTransformOptions = new GraphQLInputObjectType({
  name: 'ImageTransformOptions',
  fields: {
    width: { type: Dimension },
    height: { type: Dimension },
    quality: { type: Quality },
    cornerRadius: { type: GraphQLInt },
    resizeStrategy: { type: words('ImageResizeStrategy', 'FIT PAD FILL SCALE CROP THUMB') },
    resizeFocus: {
      type: words(
        'ImageResizeFocus',
        'CENTER TOP TOP_RIGHT RIGHT BOTTOM_RIGHT BOTTOM BOTTOM_LEFT LEFT TOP_LEFT FACE FACES',
      ),
    },
    backgroundColor: { type: HexColor },
    format: { type: words('ImageFormat', 'JPG JPG_PROGRESSIVE PNG PNG8 WEBP AVIF') },
  },
})

type AssetField = GraphQLFieldConfig<AssetNode, QueryContext>

/**
 * A file of the media library. It implements neither `Entry` nor `_Node`, and has no `_id` (docs/contentful.md, Types).
 * `linkedFrom` leads back to the entries of one schema, so each schema has an asset type of its own.
 */
export const createAssetType = (linkedFrom: () => AssetField) =>
  new GraphQLObjectType<AssetNode, QueryContext>({
    name: 'Asset',
    fields: () => ({
      ...commonFields,
      title: { type: GraphQLString, args: localeArguments, resolve: ({ item }) => item.title },
      description: { type: GraphQLString, args: localeArguments, resolve: ({ item }) => item.description },
      contentType: ofFile(GraphQLString, (file) => file.contentType),
      fileName: ofFile(GraphQLString, (file) => file.fileName),
      size: ofFile(GraphQLInt, (file) => file.size),
      width: ofFile(GraphQLInt, (file) => file.width),
      height: ofFile(GraphQLInt, (file) => file.height),
      url: {
        type: GraphQLString,
        args: { transform: { type: ImageTransformOptions }, ...localeArguments },
        resolve: ({ item }, { transform }: { readonly transform?: ImageTransform | null }) =>
          urlOf(item.file, transform),
      },
      linkedFrom: linkedFrom(),
    }),
  })

function ofFile(type: GraphQLScalarType, value: (file: SourceAssetFile) => unknown): AssetField {
  return { type, args: localeArguments, resolve: ({ item }) => item.file && value(item.file) }
}

/** Only pictures have derivatives. */
function urlOf(file: SourceAssetFile | null, transform: ImageTransform | null | undefined): string | null {
  if (!file) return null
  return transform && file.contentType.startsWith('image/') ? createTransformedUrl(file.url, transform) : file.url
}

/** `ImageTransformOptions` as a query gives them. */
export interface ImageTransform {
  readonly width?: number | null
  readonly height?: number | null
  readonly quality?: number | null
  readonly cornerRadius?: number | null
  readonly backgroundColor?: string | null
  readonly resizeStrategy?: string | null
  readonly resizeFocus?: string | null
  readonly format?: string | null
}

/** GraphQL's word for the largest radius. */
const ELLIPSE = -1

/** Two of GraphQL's formats are a format and a flag in the Images API. */
const FLAGGED: Readonly<Record<string, readonly [format: string, flag: string]>> = {
  JPG_PROGRESSIVE: ['jpg', 'progressive'],
  PNG8: ['png', 'png8'],
}

/** The address of a derivative: the Images API's parameters behind the file's own address. */
function createTransformedUrl(url: string, transform: ImageTransform): string {
  const [format, flag] = FLAGGED[transform.format ?? ''] ?? [transform.format?.toLowerCase()]
  const parameters = Object.entries({
    w: transform.width,
    h: transform.height,
    fit: transform.resizeStrategy === 'FIT' ? undefined : transform.resizeStrategy?.toLowerCase(),
    f: transform.resizeFocus?.toLowerCase(),
    r: transform.cornerRadius === ELLIPSE ? 'max' : transform.cornerRadius,
    q: transform.quality,
    bg: transform.backgroundColor,
    fm: format,
    fl: flag,
  }).filter(([, value]) => value !== undefined && value !== null)
  if (parameters.length === 0) return url
  return `${url}?${parameters.map(([name, value]) => `${name}=${value}`).join('&')}`
}
