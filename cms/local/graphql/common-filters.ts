import { GraphQLBoolean } from 'graphql'
import type { AssetFile } from '#cms/local/content-source.ts'
import { dateCriteria, floatCriteria, holding, integerCriteria, type Read, textCriteria } from './criteria.ts'
import { type Criteria, type Filter, filterOf, innerFilterOf, isWhere, passes } from './filter.ts'
import { orderType } from './order.ts'

const SysFilter = innerFilterOf('SysFilter', () => ({
  ...textCriteria('id', ({ item }) => item.id),
  ...dateCriteria('publishedAt', ({ item }) => item.publishedAt),
  ...dateCriteria('firstPublishedAt', ({ item }) => item.firstPublishedAt),
  ...floatCriteria('publishedVersion', ({ item }) => item.publishedVersion),
}))

const TagsFilter = innerFilterOf('ContentfulMetadataTagsFilter', () =>
  holding('id', ({ item }) => item.tags.map(({ id }) => id)),
)

const MetadataFilter = innerFilterOf('ContentfulMetadataFilter', () => ({
  tags: nested(TagsFilter),
  tags_exists: { type: GraphQLBoolean, holds: ({ item }, wanted) => item.tags.length > 0 === wanted },
}))

/** What can be asked of every entry and every asset. */
export const commonCriteria: Criteria = { sys: nested(SysFilter), contentfulMetadata: nested(MetadataFilter) }

/** A filter inside another one, of the same entry or asset. */
function nested(filter: Filter): Criteria[string] {
  return {
    type: filter.type,
    holds: (node, wanted, context) => isWhere(wanted) && passes(filter, node, wanted, context),
  }
}

export const EntryFilter = filterOf('EntryFilter', () => commonCriteria)

export const EntryOrder = orderType('EntryOrder', {})

const ofFile =
  (value: (file: AssetFile) => unknown): Read =>
  (node) =>
    node.kind === 'Asset' && node.item.file ? value(node.item.file) : null

const ofAsset =
  (name: 'title' | 'description'): Read =>
  (node) =>
    node.kind === 'Asset' ? node.item[name] : null

const FILE = {
  url: ofFile((file) => file.url),
  size: ofFile((file) => file.size),
  contentType: ofFile((file) => file.contentType),
  fileName: ofFile((file) => file.fileName),
  width: ofFile((file) => file.width),
  height: ofFile((file) => file.height),
} as const

export const AssetFilter = filterOf('AssetFilter', () => ({
  ...commonCriteria,
  ...textCriteria('title', ofAsset('title')),
  ...textCriteria('description', ofAsset('description')),
  ...textCriteria('url', FILE.url),
  ...integerCriteria('size', FILE.size),
  ...textCriteria('contentType', FILE.contentType),
  ...textCriteria('fileName', FILE.fileName),
  ...integerCriteria('width', FILE.width),
  ...integerCriteria('height', FILE.height),
}))

export const AssetOrder = orderType('AssetOrder', FILE)
