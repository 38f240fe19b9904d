import * as z from 'zod'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { ENTRY_ID_PLACEHOLDER, getPreviewPaths, isOnSeveralPages } from '#cms/model/preview-paths.ts'
import type { FieldChange, ResourceDiff } from './resource-type.ts'

/** The site on which editors see their drafts. */
export interface PreviewSite {
  /** Without a trailing slash. */
  readonly siteUrl: string
  /** The secret of the preview login. */
  readonly secret: string
}

/** The desired preview environment of the space. */
export interface DesiredPreviewEnvironment {
  readonly id: string
  readonly name: string
  readonly description: string
  /** By content type. */
  readonly urls: ReadonlyMap<string, string>
}

/** The content type is in `entityId`; older responses have `contentType` only. */
const configurationSchema = z.looseObject({
  contentType: z.string().optional(),
  entityId: z.string().optional(),
  url: z.string(),
  enabled: z.boolean(),
})

type Configuration = z.output<typeof configurationSchema>

/** A preview environment as the API returns it. */
export const previewEnvironmentSchema = z.object({
  sys: z.looseObject({ version: z.number() }),
  name: z.string(),
  description: z.string().nullish(),
  configurations: z.array(configurationSchema),
})

export type ActualPreviewEnvironment = z.output<typeof previewEnvironmentSchema>

/** Returns the preview URLs of the content types that the site shows. */
export function getPreviewUrls(
  types: readonly ContentType[],
  { siteUrl, secret }: PreviewSite,
): DesiredPreviewEnvironment['urls'] {
  const toUrl = (contentTypeId: string, path: string) => {
    // The web app replaces the placeholder only if it is not encoded.
    const encodedPath = path.split(ENTRY_ID_PLACEHOLDER).map(encodeURIComponent).join(ENTRY_ID_PLACEHOLDER)
    const entry = isOnSeveralPages(contentTypeId, types) ? `&entry=${ENTRY_ID_PLACEHOLDER}` : ''
    return `${siteUrl}/preview?secret=${encodeURIComponent(secret)}&path=${encodedPath}${entry}`
  }
  return new Map([...getPreviewPaths(types)].map(([id, path]) => [id, toUrl(id, path)]))
}

/** Compares preview environments. The diff does not contain the secret: plans are printed and stored in logs. */
export function comparePreviewEnvironment(
  { name, description, urls }: DesiredPreviewEnvironment,
  actual: ActualPreviewEnvironment | undefined,
): ResourceDiff {
  const actualByType = new Map(actual?.configurations.map((item) => [getContentTypeId(item), item]))
  const isSame = (id: string, url: string) =>
    actualByType.get(id)?.url === url && actualByType.get(id)?.enabled === true
  const urlChanges = [...urls]
    .filter(([id, url]) => !isSame(id, url))
    .map(
      ([id, url]): FieldChange => ({
        field: id,
        actual: formatConfiguration(actualByType.get(id)),
        desired: maskSecret(url),
      }),
    )
  const visibleChanges = urlChanges.filter((change) => change.actual !== change.desired)
  const isSecretChanged = visibleChanges.length < urlChanges.length
  const textChanges = [
    { field: 'name', actual: actual?.name, desired: name },
    { field: 'description', actual: actual?.description, desired: description },
  ].filter((change) => change.actual !== change.desired)
  const secretChanges = isSecretChanged ? [{ field: 'secret', actual: 'another', desired: 'that of the site' }] : []
  return { changes: [...textChanges, ...secretChanges, ...visibleChanges], preserved: [] }
}

const formatConfiguration = (actual: Configuration | undefined) =>
  actual && (actual.enabled ? maskSecret(actual.url) : 'switched off')

const maskSecret = (url: string) => url.replace(/(?<=[?&]secret=)[^&]*/, '…')

const getContentTypeId = ({ entityId, contentType }: Configuration) => entityId ?? contentType

/** Returns the configurations to write. Those of other content types are kept. */
export function mergePreviewConfigurations(
  urls: DesiredPreviewEnvironment['urls'],
  actual: readonly Configuration[],
): readonly object[] {
  const merged = [...urls].map(([id, url]) => {
    const existing = actual.find((item) => getContentTypeId(item) === id)
    return { contentType: id, example: false, ...existing, url, enabled: true }
  })
  return [...merged, ...actual.filter((item) => !urls.has(getContentTypeId(item) ?? ''))]
}
