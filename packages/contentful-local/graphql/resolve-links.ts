import type { CompiledField } from '#local/engine/compile-content-type.ts'
import { type Order, sortBy } from '#local/engine/value-filter.ts'
import type { EntityLink, EntityType } from '#local/shared/links.ts'
import { DEFAULT_COLLECTION_LIMIT } from './collection-types.ts'
import { getEntityType, type ResolvedEntity, type ResolverParent } from './content-source.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { createFilterPredicate, type GraphqlFilter, listConditions } from './graphql-filter.ts'
import { getGraphqlTypeName } from './schema-names.ts'
import type { FieldBehavior } from './schema-part.ts'

/** Arguments of links; other content fields have only those of the locale. An omitted variable is `null`. */
export interface LinkArguments {
  readonly locale?: string | null
  readonly useFallbackLocale?: boolean | null
  /** Whether drafts are read from here on. */
  readonly preview?: boolean | null
  readonly where?: object | null
}

interface CollectionArguments extends LinkArguments {
  readonly skip?: number | null
  readonly limit?: number | null
  readonly order?: readonly (Order<ResolvedEntity> | null)[] | null
}

type View = ResolverParent['view']

/** The view that the arguments of a field select. What they leave out is as in the view of the parent. */
export function selectView({ preview, useFallbackLocale, ...args }: LinkArguments, { view }: ResolverParent): View {
  const locale = args.locale ?? view.locale
  // Affects one field, as documented: https://www.contentful.com/developers/docs/references/graphql/locale-handling
  if (!view.source.locales.includes(locale))
    throw new ContentfulGraphqlError('UNKNOWN_LOCALE', `Query execution error. Unknown locale '${locale}'`, { locale })
  return { ...view, locale, preview: preview ?? view.preview, useFallback: useFallbackLocale ?? view.useFallback }
}

/** Finds an entry or asset; `undefined` if it does not exist in the view. */
export function findEntity(type: EntityType, id: string, view: View): ResolvedEntity | undefined {
  const entity = view.source.readSnapshot(view).find(type, id)
  return entity && { ...entity, view }
}

/** An entry or asset in the locale that the arguments of one of its fields select. */
export function readInLocale(entity: ResolvedEntity, args: LinkArguments): ResolvedEntity {
  if (args.locale == null && args.useFallbackLocale == null) return entity
  return findEntity(getEntityType(entity), entity.id, selectView(args, entity)) ?? entity
}

/** A field with links to entries or assets. `targets`: ids of the allowed content types; absent if all are allowed. */
type LinkField = Pick<CompiledField, 'id' | 'targetType'> & { readonly targets?: readonly string[] | undefined }

/** The target of a link. A broken link is an error: graphql-js returns `null` and adds the error to `errors`. */
type ResolvedLink = ResolvedEntity | ContentfulGraphqlError

export function resolveLink(field: LinkField, { sys }: EntityLink, entry: ResolvedEntity, view: View): ResolvedLink {
  const target = sys.linkType === field.targetType ? findEntity(sys.linkType, sys.id, view) : undefined
  const type = getGraphqlTypeName(entry.contentType ?? '')
  const details = { type, field: field.id, linkingEntryId: entry.id }
  const prefix = `Query execution error. Link from entry '${entry.id}'`
  if (!target)
    return new ContentfulGraphqlError(
      'UNRESOLVABLE_LINK',
      `${prefix} to ${sys.linkType.toLowerCase()} '${sys.id}' on field '${field.id}' within type '${type}' cannot be resolved`,
      { ...details, linkType: sys.linkType, linkId: sys.id },
    )
  const { contentType } = target
  if (contentType !== null && field.targets && !field.targets.includes(contentType))
    return new ContentfulGraphqlError(
      'UNEXPECTED_LINKED_CONTENT_TYPE',
      `${prefix} on field '${field.id}' within type '${type}' leads to an entry of the content type '${contentType}', which the field does not allow`,
      { ...details, expected: field.targets.join(', '), found: contentType },
    )
  return target
}

/** Creates a field with one page of what `listTargets` lists, filtered and sorted. `maxItems`: `size.max` of an array field. */
export const createCollectionField = <Parent extends ResolverParent>(
  listTargets: (parent: Parent, view: View) => readonly ResolvedLink[] | null,
  filter?: GraphqlFilter,
  maxItems = Number.POSITIVE_INFINITY,
): FieldBehavior => ({
  cost: ({ limit }) => Math.min(typeof limit === 'number' ? limit : DEFAULT_COLLECTION_LIMIT, maxItems),
  resolve: (parent: Parent, args: CollectionArguments) => {
    const targets = listTargets(parent, selectView(args, parent))
    return targets && createPage(targets, args, filter)
  },
})

/** Creates a field with one page of all entries or assets, or of all entries of a content type. */
export const createRootCollectionField = (
  filter: GraphqlFilter,
  type: EntityType,
  contentType?: string,
): FieldBehavior => ({
  cost: ({ limit }) => (typeof limit === 'number' ? limit : DEFAULT_COLLECTION_LIMIT),
  resolve: (parent: ResolverParent, args: CollectionArguments) => {
    const view = selectView(args, parent)
    const snapshot = view.source.readSnapshot(view)
    const values = args.where ? listConditions(filter, args.where) : []
    const range = getRange(args)
    const [order, ...others] = args.order ?? []
    const isSorted = order && others.length === 0 && !args.where
    const sorted = isSorted ? snapshot.listSorted?.({ type, contentType }, order, range) : undefined
    const page = sorted || !(args.where || args.order?.length) ? range : undefined
    const { total, entities } = sorted ?? snapshot.list({ type, contentType, values }, page)
    const items = entities.map((entity): ResolvedEntity => ({ ...entity, view }))
    return page ? { total, ...page, items } : createPage(items, args, filter)
  },
})

/** Filters and sorts entries or assets, and returns the page of the arguments. */
function createPage(targets: readonly ResolvedLink[], args: CollectionArguments, filter: GraphqlFilter | undefined) {
  const matches = args.where && filter && createFilterPredicate(filter, args.where)
  const filtered = matches ? targets.filter((target) => isResolved(target) && matches(target)) : targets
  const orders = [...new Set(args.order)].filter((order) => order !== null)
  // Broken links come last.
  const sorted =
    orders.length > 0
      ? [...sortBy(filtered.filter(isResolved), orders), ...filtered.filter((target) => !isResolved(target))]
      : filtered
  const { skip, limit } = getRange(args)
  return { total: sorted.length, skip, limit, items: sorted.slice(skip, skip + limit) }
}

const getRange = ({ skip, limit }: CollectionArguments) => ({
  skip: skip ?? 0,
  limit: limit ?? DEFAULT_COLLECTION_LIMIT,
})

/** Whether a link is not broken. */
export const isResolved = (target: ResolvedLink): target is ResolvedEntity => !(target instanceof Error)
