import type { Link, Snapshot, SourceEntry } from '#cms/local/content-source.ts'
import { type ContentTypeDefinition, linkTypeOf, shownFields } from '#cms/local/content-type.ts'
import { linksIn } from '#cms/local/query/queryable.ts'
import type { Node } from './nodes.ts'

/** The entries that link to an entry or asset, in the snapshot's order. */
export type LinkIndex = (content: Snapshot, node: Node) => readonly SourceEntry[]

type Linking = ReadonlyMap<string, ReadonlySet<SourceEntry>>

/** Built once for each snapshot, when it is first asked for. */
export function linkIndex(contentTypes: readonly ContentTypeDefinition[]): LinkIndex {
  const linkFields = new Map(contentTypes.map((type) => [type.id, linkFieldsOf(type)]))
  const known = new WeakMap<Snapshot, Linking>()
  return (content, { kind, item }) => {
    const linking = known.get(content) ?? linkingIn(content, linkFields)
    known.set(content, linking)
    return [...(linking.get(key(kind, item.id)) ?? [])]
  }
}

const linkFieldsOf = (type: ContentTypeDefinition): readonly string[] =>
  shownFields(type)
    .filter((field) => linkTypeOf(field) !== undefined || field.type === 'RichText')
    .map(({ id }) => id)

function linkingIn(content: Snapshot, linkFields: ReadonlyMap<string, readonly string[]>): Linking {
  const linking = new Map<string, Set<SourceEntry>>()
  for (const entry of content.entries()) {
    const links = (linkFields.get(entry.contentType) ?? []).flatMap((id) => linksIn(entry.fields[id]))
    for (const { sys } of links) {
      const to = key(sys.linkType, sys.id)
      linking.set(to, (linking.get(to) ?? new Set()).add(entry))
    }
  }
  return linking
}

const key = (linkType: Link['sys']['linkType'], id: string) => `${linkType} ${id}`
