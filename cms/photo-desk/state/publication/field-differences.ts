import type { AssetProps } from 'contentful-management'
import { getFieldInfos } from '#cms/check/fields.ts'
import { parseLinks } from '#cms/links.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { isEntry, isSameValue, type SpaceEntry, type SpaceResource } from '#cms/photo-desk/client/space-pictures.ts'
import { describeChanges } from '#cms/photo-desk/state/order/move-entries.ts'
import { describeFocalPoint, parseFocalPoint } from '#cms/photo-desk/state/pictures/focal-point.ts'
import { removeFileNameMarks } from '#cms/pictures/file-name-marks.ts'
import { FOCAL_POINT_PATTERN, LOCALE } from '#shared/constants.ts'

/** A field with different values in two versions of an entry or asset. */
export interface FieldDifference {
  readonly field: string
  /** The name of the field in the CMS. */
  readonly name: string
  /** The values as editors read them. */
  readonly before: string
  readonly after: string
}

/** Returns the differences of two versions of an entry or asset. */
export function compareVersions(before: SpaceResource, after: SpaceResource) {
  if (isEntry(before) && isEntry(after)) return compareEntries(before, after)
  return isEntry(before) || isEntry(after) ? [] : compareAssets(before, after, 'file')
}

/** Returns the fields that differ. Ignores fields that are not in the model, which editors do not see. */
export function compareEntries(before: SpaceEntry, after: SpaceEntry): readonly FieldDifference[] {
  const type = after.sys.contentType.sys.id
  if (!isModelContentType(type)) return []
  return getFieldInfos(type).flatMap(({ id, name }) => {
    const [previous, next]: readonly unknown[] = [before, after].map(({ fields }) => fields[id]?.[LOCALE])
    if (isSameValue(previous, next)) return []
    const change = describeListChange(previous, next) ?? formatValue(next)
    return { field: id, name, before: formatValue(previous), after: change }
  })
}

/** Returns the difference of the file as one of a field. */
export function compareAssets(before: AssetProps, after: AssetProps, field: string): readonly FieldDifference[] {
  const [old, current] = [before, after].map(({ fields }) => fields.file?.[LOCALE])
  if (old?.url === current?.url) return []
  const [oldName, name] = [old, current].map((file) => formatValue(file && removeFileNameMarks(file.fileName)))
  return [{ field, name: 'File', before: oldName ?? '', after: `${name} (replaced)` }]
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '(empty)'
  if (typeof value === 'string' && FOCAL_POINT_PATTERN.test(value)) return describeFocalPoint(parseFocalPoint(value))
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  const links = parseLinks(value)
  if (Array.isArray(value)) return `${links.length} ${links.length === 1 ? 'item' : 'items'}`
  return links[0] ? `“${links[0].id}”` : '(another value)'
}

/** Describes how a list changed, for example `2 moved, 1 added`; `undefined` if a value is not a list. */
function describeListChange(before: unknown, after: unknown): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  const toIds = (list: readonly unknown[]) => [...new Set(parseLinks(list).map(({ id }) => id))]
  return describeChanges(toIds(before), toIds(after)) || 'the same items'
}
