import { isLink } from '#cms/local/content-source.ts'
import { type ContentTypeDefinition, type FieldDefinition, shownFields } from '#cms/local/content-type.ts'
import { commonCriteria } from './common-filters.ts'
import {
  booleanCriteria,
  dateCriteria,
  existence,
  floatCriteria,
  integerCriteria,
  moment,
  type Read,
  richTextCriteria,
  textCriteria,
  wordsCriteria,
} from './criteria.ts'
import { isLinkList } from './entry-fields.ts'
import { type Criteria, type Filter, filterOf, isWhere, passes, sharedCriteria } from './filter.ts'
import { resolved } from './links.ts'
import { multiTypeFilterName } from './names.ts'
import type { Sortable } from './order.ts'
import { type EntryParts, type Parts, targetOf } from './parts.ts'

/** What entries can be filtered by without following a link. Names keep the field's id as it is. */
export const ownCriteria = (contentType: ContentTypeDefinition): Criteria => ({
  ...commonCriteria,
  ...Object.assign({}, ...shownFields(contentType).map(fieldCriteria)),
})

const KINDS: Readonly<Record<string, (name: string, read: Read) => Criteria>> = {
  Symbol: textCriteria,
  Text: textCriteria,
  Integer: integerCriteria,
  Number: floatCriteria,
  Boolean: booleanCriteria,
  Date: dateCriteria,
  RichText: richTextCriteria,
}

function fieldCriteria(field: FieldDefinition): Criteria {
  const { id, type, items } = field
  const kind = type === 'Array' && items?.type === 'Symbol' ? wordsCriteria : (KINDS[type] ?? existence)
  return kind(isLinkList(field) ? `${id}Collection` : id, fieldOf(id))
}

const fieldOf =
  (id: string): Read =>
  (node) =>
    node.kind === 'Entry' ? node.item.fields[id] : null

/** What entries can be filtered by that their links lead to: fields whose targets are known. */
export function linkCriteria(contentType: ContentTypeDefinition, parts: Parts, multiType: MultiTypeFilters): Criteria {
  return Object.fromEntries(
    shownFields(contentType).flatMap((field) => {
      const targets = typedTargets(contentType, field, parts)
      const [one, ...others] = targets
      if (!one) return []
      return [[field.id, following(field.id, others.length > 0 ? multiType(field.id) : one.nestedFilter)]]
    }),
  )
}

/** Holds where one of the linked entries passes. */
const following = (id: string, filter: Filter): Criteria[string] => ({
  type: filter.type,
  holds: (node, wanted, context) => {
    const value = node.kind === 'Entry' ? node.item.fields[id] : undefined
    return [value].flat().some((link) => {
      const target = isLink(link) ? resolved(link.sys, node.preview, context) : undefined
      return target !== undefined && isWhere(wanted) && passes(filter, target, wanted, context)
    })
  },
})

/** The filter of what fields with this id lead to, where that is of several types. */
export type MultiTypeFilters = (fieldId: string) => Filter

/** Its name says the field's id only: what can be asked is what all targets of all such fields have. */
export function multiTypeFilters(parts: Parts): MultiTypeFilters {
  const made = new Map<string, Filter>()
  return (fieldId) => {
    const found = made.get(fieldId) ?? filterOf(multiTypeFilterName(fieldId), () => sharedCriteria(nested(fieldId)))
    made.set(fieldId, found)
    return found
  }
  function nested(fieldId: string): readonly Filter[] {
    const targets = [...parts.types.values()].flatMap(({ contentType }) => {
      const field = shownFields(contentType).find(({ id }) => id === fieldId)
      const found = field ? typedTargets(contentType, field, parts) : []
      return found.length > 1 ? found : []
    })
    return [...new Set(targets.map(({ nestedFilter }) => nestedFilter))]
  }
}

function typedTargets(contentType: ContentTypeDefinition, field: FieldDefinition, parts: Parts): readonly EntryParts[] {
  if (field.type !== 'Link' && !isLinkList(field)) return []
  const target = targetOf(contentType, field, parts)
  return typeof target === 'string' ? [] : target
}

const SORTABLE = ['Symbol', 'Integer', 'Number', 'Boolean', 'Date']

/** What entries can be ordered by: neither Text nor RichText, lists, links or objects (contentful.md, Order). */
export const sortableOf = (contentType: ContentTypeDefinition): Sortable =>
  Object.fromEntries(
    shownFields(contentType)
      .filter(({ type }) => SORTABLE.includes(type))
      .map(({ id, type }) => [id, type === 'Date' ? momentOf(fieldOf(id)) : fieldOf(id)]),
  )

const momentOf =
  (read: Read): Read =>
  (node) =>
    moment(read(node))
