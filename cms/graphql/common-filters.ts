import { GraphQLBoolean } from 'graphql'
import type { SourceAssetFile } from './content-source.ts'
import {
  createContainsCriteria,
  createDateCriteria,
  createFloatCriteria,
  createIntegerCriteria,
  createTextCriteria,
  type ReadValue,
} from './filter-criteria.ts'
import {
  createFilter,
  createInnerFilter,
  type FilterCriteria,
  type GraphqlFilter,
  isWhereArgument,
  matchesFilter,
} from './graphql-filter.ts'
import { createOrderType } from './order-type.ts'

const SysFilter = createInnerFilter('SysFilter', () => ({
  ...createTextCriteria('id', ({ item }) => item.id),
  ...createDateCriteria('publishedAt', ({ item }) => item.publishedAt),
  ...createDateCriteria('firstPublishedAt', ({ item }) => item.firstPublishedAt),
  ...createFloatCriteria('publishedVersion', ({ item }) => item.publishedVersion),
}))

const TagsFilter = createInnerFilter('ContentfulMetadataTagsFilter', () =>
  createContainsCriteria('id', ({ item }) => item.tags.map(({ id }) => id)),
)

const MetadataFilter = createInnerFilter('ContentfulMetadataFilter', () => ({
  tags: nested(TagsFilter),
  tags_exists: { type: GraphQLBoolean, matches: ({ item }, wanted) => item.tags.length > 0 === wanted },
}))

/** What can be asked of every entry and every asset. */
export const commonCriteria: FilterCriteria = { sys: nested(SysFilter), contentfulMetadata: nested(MetadataFilter) }

/** A filter inside another one, of the same entry or asset. */
function nested(filter: GraphqlFilter): FilterCriteria[string] {
  return {
    type: filter.type,
    matches: (node, wanted, context) => isWhereArgument(wanted) && matchesFilter(filter, node, wanted, context),
  }
}

export const EntryFilter = createFilter('EntryFilter', () => commonCriteria)

export const EntryOrder = createOrderType('EntryOrder', {})

const ofFile =
  (value: (file: SourceAssetFile) => unknown): ReadValue =>
  (node) =>
    node.kind === 'Asset' && node.item.file ? value(node.item.file) : null

const ofAsset =
  (name: 'title' | 'description'): ReadValue =>
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

export const AssetFilter = createFilter('AssetFilter', () => ({
  ...commonCriteria,
  ...createTextCriteria('title', ofAsset('title')),
  ...createTextCriteria('description', ofAsset('description')),
  ...createTextCriteria('url', FILE.url),
  ...createIntegerCriteria('size', FILE.size),
  ...createTextCriteria('contentType', FILE.contentType),
  ...createTextCriteria('fileName', FILE.fileName),
  ...createIntegerCriteria('width', FILE.width),
  ...createIntegerCriteria('height', FILE.height),
}))

export const AssetOrder = createOrderType('AssetOrder', FILE)
