import * as z from 'zod'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { ENTRY_ID_PLACEHOLDER, getPreviewPaths, isOnSeveralPages } from '#cms/model/preview-paths.ts'
import type { FieldChange, ResourceDiff } from './resource-type.ts'

/** The site on which editors see their drafts. */
export interface PreviewSite {
  /** Without a slash at its end. */
  readonly siteUrl: string
  /** What opens the preview there. */
  readonly secret: string
}

/** Where the space's web app shows entries, as it should be. */
export interface DesiredPreviewEnvironment {
  readonly id: string
  readonly name: string
  readonly description: string
  /** By content type. */
  readonly urls: ReadonlyMap<string, string>
}

/** A content type is named by `entityId`, and in older answers by `contentType` alone. */
const configuration = z.looseObject({
  contentType: z.string().optional(),
  entityId: z.string().optional(),
  url: z.string(),
  enabled: z.boolean(),
})

type Configuration = z.output<typeof configuration>

/** The same as Contentful answers it: a preview environment. */
export const previewEnvironmentSchema = z.object({
  sys: z.looseObject({ version: z.number() }),
  name: z.string(),
  description: z.string().nullish(),
  configurations: z.array(configuration),
})

export type ActualPreviewEnvironment = z.output<typeof previewEnvironmentSchema>

/** The addresses of the site for the content types that it shows. */
export function getPreviewUrls(
  types: readonly ContentType[],
  { siteUrl, secret }: PreviewSite,
): DesiredPreviewEnvironment['urls'] {
  const urlOf = (id: string, path: string) => {
    // The web app looks for the token as it is written.
    const encoded = path.split(ENTRY_ID_PLACEHOLDER).map(encodeURIComponent).join(ENTRY_ID_PLACEHOLDER)
    const entry = isOnSeveralPages(id, types) ? `&entry=${ENTRY_ID_PLACEHOLDER}` : ''
    return `${siteUrl}/preview?secret=${encodeURIComponent(secret)}&path=${encoded}${entry}`
  }
  return new Map([...getPreviewPaths(types)].map(([id, path]) => [id, urlOf(id, path)]))
}

/** In words without the secret: a plan is printed, and kept in logs. */
export function comparePreviewEnvironment(
  { name, description, urls }: DesiredPreviewEnvironment,
  held: ActualPreviewEnvironment | undefined,
): ResourceDiff {
  const before = new Map(held?.configurations.map((one) => [typeOf(one), one]))
  const isSame = (id: string, url: string) => before.get(id)?.url === url && before.get(id)?.enabled === true
  const addresses = [...urls]
    .filter(([id, url]) => !isSame(id, url))
    .map(([id, url]): FieldChange => ({ field: id, held: shown(before.get(id)), wanted: masked(url) }))
  const others = addresses.filter((change) => change.held !== change.wanted)
  const isOfSecret = others.length < addresses.length
  const words = [
    { field: 'name', held: held?.name, wanted: name },
    { field: 'description', held: held?.description, wanted: description },
  ].filter((change) => change.held !== change.wanted)
  const secret = isOfSecret ? [{ field: 'secret', held: 'another', wanted: 'that of the site' }] : []
  return { changes: [...words, ...secret, ...others], preserved: [] }
}

const shown = (held: Configuration | undefined) => held && (held.enabled ? masked(held.url) : 'switched off')

const masked = (url: string) => url.replace(/(?<=[?&]secret=)[^&]*/, '…')

const typeOf = ({ entityId, contentType }: Configuration) => entityId ?? contentType

/** What is to be written: addresses of content types that only the space has stay. */
export function mergePreviewConfigurations(
  urls: DesiredPreviewEnvironment['urls'],
  held: readonly Configuration[],
): readonly object[] {
  const ours = [...urls].map(([id, url]) => {
    const before = held.find((one) => typeOf(one) === id)
    return { contentType: id, example: false, ...before, url, enabled: true }
  })
  return [...ours, ...held.filter((one) => !urls.has(typeOf(one) ?? ''))]
}
