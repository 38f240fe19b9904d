import type { AssetProps } from 'contentful-management'
import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import { type CheckedContent, toCheckedContent } from '#cms/check/checked-content.ts'
import { violatesValidations } from '#cms/check/fields.ts'
import { checkAltTexts } from '#cms/check/rules/alt-texts.ts'
import { checkAssetFiles } from '#cms/check/rules/asset-files.ts'
import { checkEmptyFields } from '#cms/check/rules/empty-fields.ts'
import { checkExternalLinks } from '#cms/check/rules/external-links.ts'
import { checkImageSizes } from '#cms/check/rules/image-size.ts'
import { checkListLengths } from '#cms/check/rules/list-length.ts'
import { checkReferences } from '#cms/check/rules/references.ts'
import { checkTextLengths } from '#cms/check/rules/text-length.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import {
  getAssetId,
  type SpaceEntry,
  type SpacePictures,
  type SpaceResource,
  toMap,
} from '#cms/photo-desk/client/space-pictures.ts'
import { LOCALE } from '#shared/constants.ts'

/** The rules of the content report that need only the pictures and their page. */
const RULES: readonly CheckRule[] = [
  checkEmptyFields,
  checkReferences,
  checkAssetFiles,
  checkExternalLinks,
  checkAltTexts,
  checkTextLengths,
  checkListLengths,
  checkImageSizes,
]

/** What the content report says of a picture or page. */
export interface PictureIssue extends ContentIssue {
  /** Whether Contentful rejects publishing because of it. Otherwise it should be corrected. */
  readonly isBlocking: boolean
}

/** The issues of the pictures and of the page, by the id of their entry. */
export type PictureIssues = ReadonlyMap<string, readonly PictureIssue[]>

/** Returns why a picture or the page cannot be published. */
export const findBlockingIssue = (issues: PictureIssues, entryId: string): PictureIssue | undefined =>
  issues.get(entryId)?.find(({ isBlocking }) => isBlocking)

/** Checks the drafts of all pictures and the list of their page with the rules of `npm run cms -- check`. */
export function checkPictures(spacePictures: SpacePictures, pictureType: PictureType): PictureIssues {
  const content = toCheckableContent(spacePictures)
  const entriesByAsset = Map.groupBy(spacePictures.entries.values(), (entry) => getAssetId(entry, pictureType))
  const issuesByEntry = new Map<string, readonly PictureIssue[]>()
  for (const issue of RULES.flatMap((rule) => rule(content, content))) {
    const { target, field } = issue
    // The other fields of the page link to content that is not read here.
    if (!target || (target.id === spacePictures.page.sys.id && field !== pictureType.page.field)) continue
    const entries = target.kind === 'asset' ? (entriesByAsset.get(target.id) ?? []) : [{ sys: target }]
    const pictureIssue = { ...issue, isBlocking: isBlocking(issue) }
    for (const { sys } of entries) issuesByEntry.set(sys.id, [...(issuesByEntry.get(sys.id) ?? []), pictureIssue])
  }
  return issuesByEntry
}

/**
 * Returns why what visitors see of a picture could not be published again, by the field of its entry: the content model has
 * changed since.
 */
export function checkPublishedVersion(
  page: SpaceEntry,
  entry: SpaceEntry,
  asset: AssetProps | undefined,
  pictureType: PictureType,
): ReadonlyMap<string, string> {
  const version = { page, entries: toMap([entry]), assets: toMap(asset ? [asset] : []) }
  const issues = checkPictures(version, pictureType).get(entry.sys.id) ?? []
  const toField = ({ target, field = '' }: PictureIssue) =>
    target?.kind === 'asset' ? pictureType.pictureField : field
  return new Map(issues.filter(({ isBlocking }) => isBlocking).map((issue) => [toField(issue), issue.text]))
}

/** Whether Contentful rejects publishing: an error, or a warning about a value that violates the content model. */
const isBlocking = ({ severity, target, field }: ContentIssue): boolean =>
  severity === 'error' || (target?.kind === 'entry' && field !== undefined && violatesValidations(target, field))

/** Converts the drafts of the pictures of the space. Archived content is left out, as in the Preview API. */
function toCheckableContent({ page, entries, assets }: SpacePictures): CheckedContent {
  const isVisible = ({ sys }: SpaceResource) => sys.archivedVersion === undefined
  return toCheckedContent(
    {
      entries: [page, ...entries.values()]
        .filter(isVisible)
        .map(({ sys, fields }) => ({ sys, fields: selectLocale(fields) })),
      assets: [...assets.values()]
        .filter(isVisible)
        .map(({ sys, fields }) => ({ sys, fields: { title: fields.title?.[LOCALE], file: fields.file?.[LOCALE] } })),
    },
    () => 'draft',
  )
}

const selectLocale = (fields: SpaceEntry['fields']) =>
  Object.fromEntries(Object.entries(fields).map(([id, values]): [string, unknown] => [id, values?.[LOCALE]]))
