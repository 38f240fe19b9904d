import {
  GraphQLEnumType,
  type GraphQLFieldConfig,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import type { AssetFile } from '#cms/local/content-source.ts'
import { localeArguments } from './arguments.ts'
import { type ImageTransform, transformedUrl } from './image-url.ts'
import type { AssetNode, QueryContext } from './nodes.ts'
import { Dimension, HexColor, Quality } from './scalars.ts'
import { collectionType, Sys } from './shared-types.ts'

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

/** A file of the media library. It implements neither `Entry` nor `_Node`, and has no `_id` (contentful.md, Types). */
export const Asset = new GraphQLObjectType<AssetNode, QueryContext>({
  name: 'Asset',
  fields: {
    sys: { type: new GraphQLNonNull(Sys), resolve: (node) => node },
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
      resolve: ({ item }, { transform }: { readonly transform?: ImageTransform | null }) => urlOf(item.file, transform),
    },
  },
})

export const AssetCollection = collectionType('AssetCollection', Asset)

function ofFile(
  type: GraphQLScalarType,
  value: (file: AssetFile) => unknown,
): GraphQLFieldConfig<AssetNode, QueryContext> {
  return { type, args: localeArguments, resolve: ({ item }) => item.file && value(item.file) }
}

/** Only pictures have derivatives. */
function urlOf(file: AssetFile | null, transform: ImageTransform | null | undefined): string | null {
  if (!file) return null
  return transform && file.contentType.startsWith('image/') ? transformedUrl(file.url, transform) : file.url
}
