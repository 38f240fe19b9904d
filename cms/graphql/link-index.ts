import { findLinks } from '#cms/local/query/queryable.ts'
import type { ContentNode } from './content-nodes.ts'
import type { ContentLink, ContentSnapshot, SourceEntry } from './content-source.ts'
import { type ContentTypeDefinition, getDeliveredFields, getLinkType } from './content-type-definition.ts'

/** The entries that link to an entry or asset, in the snapshot's order. */
export type FindLinkingEntries = (content: ContentSnapshot, node: ContentNode) => readonly SourceEntry[]

type Linking = ReadonlyMap<string, ReadonlySet<SourceEntry>>

/** Built once for each snapshot, when it is first asked for. */
export function createLinkIndex(contentTypes: readonly ContentTypeDefinition[]): FindLinkingEntries {
  const linkFields = new Map(contentTypes.map((type) => [type.id, linkFieldsOf(type)]))
  const known = new WeakMap<ContentSnapshot, Linking>()
  return (content, { kind, item }) => {
    const linking = known.get(content) ?? linkingIn(content, linkFields)
    known.set(content, linking)
    return [...(linking.get(key(kind, item.id)) ?? [])]
  }
}

const linkFieldsOf = (type: ContentTypeDefinition): readonly string[] =>
  getDeliveredFields(type)
    .filter((field) => getLinkType(field) !== undefined || field.type === 'RichText')
    .map(({ id }) => id)

function linkingIn(content: ContentSnapshot, linkFields: ReadonlyMap<string, readonly string[]>): Linking {
  const linking = new Map<string, Set<SourceEntry>>()
  for (const entry of content.entries()) {
    const links = (linkFields.get(entry.contentType) ?? []).flatMap((id) => findLinks(entry.fields[id]))
    for (const { sys } of links) {
      const to = key(sys.linkType, sys.id)
      linking.set(to, (linking.get(to) ?? new Set()).add(entry))
    }
  }
  return linking
}

const key = (linkType: ContentLink['sys']['linkType'], id: string) => `${linkType} ${id}`
