import type { ContentIssue } from '#cms/check/check-rule.ts'
import { type CheckedContent, type CheckedEntry, getContentKey } from '#cms/check/checked-content.ts'
import {
  createFieldIssue,
  type FieldInfo,
  getFieldInfos,
  getFieldLinks,
  getTypeName,
  isEmptyValue,
  type LinkField,
} from '#cms/check/fields.ts'
import { type LinkTarget, parseLinks } from '#cms/links.ts'
import { getFieldKind } from '#cms/model/field-kinds.ts'

/**
 * Reports links to unpublished or deleted content, and links of the wrong type. An unpublished entry of a list
 * waits on purpose: list-length.ts counts these.
 */
export function checkReferences(content: CheckedContent, drafts: CheckedContent): readonly ContentIssue[] {
  const items = new Map([...drafts.entries, ...drafts.assets.values()].map((item) => [getContentKey(item), item]))
  const formatTarget = ({ name, id }: LinkTarget) => `“${items.get(name)?.title ?? id}”`

  function checkLink(entry: CheckedEntry, linkField: LinkField): readonly ContentIssue[] {
    const { field, link } = linkField
    const problem = findLinkProblem(linkField)
    if (problem && isRemoved(entry, linkField)) return []
    if (problem) return createIssues(entry, field, problem)
    const isVisible = (link.to === 'Asset' ? content.assets : content.types).has(link.id)
    const target = items.get(link.name)
    if (isVisible || !target || field.field.type === 'Array') return []
    const text = `“${entry.title}” uses this as ${field.name}, but it is not published: publish it, or choose another one there`
    return [{ rule: 'reference', severity: 'error', target, text }]
  }

  /** Whether an editor has removed the link from its list, which waits as a draft. The site leaves such a link out. */
  function isRemoved({ id }: CheckedEntry, { field, link }: LinkField): boolean {
    const draft = drafts.entries.find((entry) => entry.id === id)
    if (field.field.type !== 'Array' || !draft) return false
    return !getFieldLinks(draft).some((other) => other.field.id === field.id && other.link.name === link.name)
  }

  function findLinkProblem({ field, link }: LinkField): string | undefined {
    const { to, id } = link
    const { link: definition } = field.field
    if (!definition) return undefined
    if (to !== definition.to) return `links to ${to === 'Asset' ? 'a file' : 'an entry'}: ${getAdvice(field)}`
    const exists = [content, drafts].some(({ assets, types }) => (to === 'Asset' ? assets : types).has(id))
    if (!exists) return `links to something that is deleted or archived (${id}): ${getAdvice(field)}`
    return to === 'Asset' ? findFileTypeProblem(field, link) : findContentTypeProblem(field, link)
  }

  function findContentTypeProblem(field: FieldInfo, link: LinkTarget): string | undefined {
    const type = content.types.get(link.id) ?? drafts.types.get(link.id) ?? ''
    const definition = field.field.link
    if (definition?.to !== 'Entry' || definition.types.includes(type)) return undefined
    return `links to ${formatTarget(link)}, which is of the type ${getTypeName(type)}: ${getAdvice(field)}`
  }

  /** asset-files.ts reports missing files. */
  function findFileTypeProblem(field: FieldInfo, link: LinkTarget): string | undefined {
    const groups = field.validations.flatMap(({ linkMimetypeGroup }) => linkMimetypeGroup ?? [])
    const mediaType = content.assets.get(link.id)?.file?.contentType
    // A validation of Contentful cannot tell an SVG from another picture.
    if (field.id === 'shareImage' && mediaType?.startsWith('image/svg'))
      return `links to ${formatTarget(link)}, which is an SVG, and those are not shown with shared links: choose a JPEG or PNG`
    if (!mediaType || groups.length === 0 || groups.includes(mediaType.split('/')[0] ?? '')) return undefined
    return `links to ${formatTarget(link)}, which is ${describeFileType(mediaType)}: ${getAdvice(field)}`
  }

  return content.entries.flatMap((entry) => [
    ...getFieldLinks(entry).flatMap((linkField) => checkLink(entry, linkField)),
    ...getFieldInfos(entry.type).flatMap((field) => createIssues(entry, field, findValueProblem(field, entry))),
  ])
}

/** A value that is not a link, for example of an older model. */
function findValueProblem({ id, field }: FieldInfo, { fields }: CheckedEntry): string | undefined {
  const value = fields[id]
  if (!field.link || isEmptyValue(value) || parseLinks(value).length === [value].flat().length) return undefined
  return getFieldKind(field.kind).mismatch
}

/** Describes a media type for editors, who do not know the names of media types. */
function describeFileType(mediaType: string): string {
  const [group] = mediaType.split('/')
  if (group === 'image') return 'a picture'
  return group === 'video' ? 'a film' : `a file of another type (${mediaType})`
}

const createIssues = (entry: CheckedEntry, field: FieldInfo, problem: string | undefined) =>
  problem ? [createFieldIssue('reference', 'error', { entry, field }, problem)] : []

function getAdvice({ field: { link, type, kind } }: FieldInfo): string {
  const action = type === 'Array' ? 'remove it from the list, or replace it with' : 'choose'
  if (link?.to !== 'Entry') return `${action} ${kind === 'image' ? 'a picture' : 'a film'}`
  return `${action} one of the type ${link.types.map(getTypeName).join(' or ')}`
}
