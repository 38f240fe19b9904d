import type { ContentIssue } from '#cms/check/check-rule.ts'
import { type CheckedContent, type CheckedEntry, getContentKey } from '#cms/check/checked-content.ts'
import {
  type FieldInfo,
  getFieldInfos,
  getFieldLinks,
  isEmptyValue,
  type LinkField,
  parseLinks,
} from '#cms/check/fields.ts'
import type { LinkTarget } from '#cms/links.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import { isModelContentType } from '#cms/sync/pull/to-seed-entries.ts'

/** Links to what visitors cannot get, or to the wrong kind of thing. */
export function checkReferences(content: CheckedContent, drafts: CheckedContent): readonly ContentIssue[] {
  const titles = new Map(
    [...drafts.entries, ...drafts.assets.values()].map((each) => [getContentKey(each), each.title]),
  )
  const named = ({ name, id }: LinkTarget) => `“${titles.get(name) ?? id}”`

  function troubleOf({ field, link }: LinkField): string | undefined {
    const { to, id } = link
    const { link: wanted } = field.field
    if (!wanted) return undefined
    if (to !== wanted.to) return `links to ${to === 'Asset' ? 'a file' : 'an entry'}: ${choose(field)}`
    const here = to === 'Asset' ? content.assets : content.types
    const waiting = to === 'Asset' ? drafts.assets : drafts.types
    if (!here.has(id))
      return waiting.has(id)
        ? `links to ${named(link)}, which is not published: publish it, or ${choose(field)}`
        : `links to something that is deleted or archived (${id}): ${choose(field)}`
    return to === 'Asset' ? fileTrouble(field, link) : typeTrouble(field, link)
  }

  function typeTrouble(place: FieldInfo, link: LinkTarget): string | undefined {
    const type = content.types.get(link.id) ?? ''
    const wanted = place.field.link
    if (wanted?.to !== 'Entry' || wanted.types.includes(type)) return undefined
    return `links to ${named(link)}, which is of the type ${typeName(type)}: ${choose(place)}`
  }

  /** A file that is not there is told of once, with the asset. */
  function fileTrouble(place: FieldInfo, link: LinkTarget): string | undefined {
    const groups = place.rules.flatMap(({ linkMimetypeGroup }) => linkMimetypeGroup ?? [])
    const kind = content.assets.get(link.id)?.file?.contentType
    if (!kind || groups.length === 0 || groups.includes(kind.split('/')[0] ?? '')) return undefined
    return `links to ${named(link)}, whose file is ${kind}: ${choose(place)}`
  }

  return content.entries.flatMap((entry) => [
    ...getFieldLinks(entry).flatMap((each) => flaw(entry, each.field, troubleOf(each))),
    ...getFieldInfos(entry.type).flatMap((place) => flaw(entry, place, strangeValue(place, entry))),
  ])
}

/** What an older model left in a field that holds links now. */
function strangeValue({ id, field }: FieldInfo, { fields }: CheckedEntry): string | undefined {
  const value = fields[id]
  if (!field.link || isEmptyValue(value) || parseLinks(value).length === [value].flat().length) return undefined
  return 'holds something that is no link: empty it and choose again'
}

const flaw = (target: CheckedEntry, { id, name }: FieldInfo, trouble: string | undefined): readonly ContentIssue[] =>
  trouble ? [{ rule: 'reference', severity: 'broken', target, field: id, text: `${name} ${trouble}` }] : []

function choose({ field: { link, type }, isPicture }: FieldInfo): string {
  const another = type === 'Array' ? 'take it out of the list, or put in its place' : 'choose'
  if (link?.to !== 'Entry') return `${another} ${isPicture ? 'a picture' : 'a film'}`
  return `${another} one of the type ${link.types.map(typeName).join(' or ')}`
}

function typeName(id: string): string {
  if (!isModelContentType(id)) return id
  const { name }: ContentType = model[id]
  return name
}
