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
import { type LocaleArguments, localeArguments, readInLocale } from './field-arguments.ts'
import { commonFields, Dimension, HexColor, Quality } from './shared-types.ts'

const createEnumType = (name: string, values: string) =>
  new GraphQLEnumType({ name, values: Object.fromEntries(values.split(' ').map((word) => [word, {}])) })

const ImageTransformOptions = new GraphQLInputObjectType({
  name: 'ImageTransformOptions',
  fields: {
    width: { type: Dimension },
    height: { type: Dimension },
    quality: { type: Quality },
    cornerRadius: { type: GraphQLInt },
    resizeStrategy: { type: createEnumType('ImageResizeStrategy', 'FIT PAD FILL SCALE CROP THUMB') },
    resizeFocus: {
      type: createEnumType(
        'ImageResizeFocus',
        'CENTER TOP TOP_RIGHT RIGHT BOTTOM_RIGHT BOTTOM BOTTOM_LEFT LEFT TOP_LEFT FACE FACES',
      ),
    },
    backgroundColor: { type: HexColor },
    format: { type: createEnumType('ImageFormat', 'JPG JPG_PROGRESSIVE PNG PNG8 WEBP AVIF') },
  },
})

type AssetField = GraphQLFieldConfig<AssetNode, QueryContext>

/**
 * Creates the type of assets. It implements neither `Entry` nor `_Node`, and has no `_id` (docs/contentful.md, Types).
 * `linkedFrom` depends on the content types, so each schema has its own asset type.
 */
export const createAssetType = (linkedFrom: () => AssetField) =>
  new GraphQLObjectType<AssetNode, QueryContext>({
    name: 'Asset',
    fields: () => ({
      ...commonFields,
      title: createTextField('title'),
      description: createTextField('description'),
      contentType: createFileField(GraphQLString, (file) => file.contentType),
      fileName: createFileField(GraphQLString, (file) => file.fileName),
      size: createFileField(GraphQLInt, (file) => file.size),
      width: createFileField(GraphQLInt, (file) => file.width),
      height: createFileField(GraphQLInt, (file) => file.height),
      url: {
        type: GraphQLString,
        args: { transform: { type: ImageTransformOptions }, ...localeArguments },
        resolve: (asset, args: LocaleArguments & { readonly transform?: ImageTransform | null }, context) =>
          getUrl(readInLocale(asset, args, context).item.file, args.transform),
      },
      linkedFrom: linkedFrom(),
    }),
  })

function createFileField(type: GraphQLScalarType, readValue: (file: SourceAssetFile) => unknown): AssetField {
  return {
    type,
    args: localeArguments,
    resolve: (asset, args: LocaleArguments, context) => {
      const { file } = readInLocale(asset, args, context).item
      return file && readValue(file)
    },
  }
}

const createTextField = (name: 'title' | 'description'): AssetField => ({
  type: GraphQLString,
  args: localeArguments,
  resolve: (asset, args: LocaleArguments, context) => readInLocale(asset, args, context).item[name],
})

/** Only images have derivatives. */
function getUrl(file: SourceAssetFile | null, transform: ImageTransform | null | undefined): string | null {
  if (!file) return null
  return transform && file.contentType.startsWith('image/') ? createTransformedUrl(file.url, transform) : file.url
}

/** The argument `transform` of `Asset.url`. */
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
