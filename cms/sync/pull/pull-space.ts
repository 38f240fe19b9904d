import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findLinkNames } from '#cms/links.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { model } from '#cms/model/model.gen.ts'
import { getLinkedTypes } from '#cms/model/pages.ts'
import { readSeedFiles, type SeedFiles } from '#cms/seed/read-seed-files.ts'
import { validateSeed } from '#cms/seed/validate-seed.ts'
import type { PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'
import { connectToDelivery } from '#cms/sync/contentful/delivery-client.ts'
import { listMissingModel } from '#cms/sync/contentful/list-missing-model.ts'
import type { SpaceConnection } from '#cms/sync/contentful/space-connections.ts'
import { type ProgressReporter, silentProgress } from '#cms/sync/progress/progress.ts'
import { resourceKey } from '#cms/sync/resources/resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { computePullChanges, writeSeedFiles } from './pull-changes.ts'
import { EXTENSIONS, pullMedia, type SpaceAssetFile, toSpaceAssetFiles } from './pull-media.ts'
import { toSeedEntries } from './to-seed-entries.ts'

export interface PullOptions {
  readonly connection: SpaceConnection
  /** `cms/seed`: assets.json and entries/*.json */
  readonly seedFolder: string
  /** `public/media` */
  readonly mediaFolder: string
  /** Writes nothing. */
  readonly dryRun?: boolean
  readonly progress?: ProgressReporter
}

/** The result of a pull, or of a dry run. File paths are relative to the working directory. */
export interface PullSummary {
  readonly dryRun: boolean
  readonly written: readonly string[]
  /** Media files that the seed no longer uses. */
  readonly unused: readonly string[]
  /** One line for each skipped type, field or link. */
  readonly notes: readonly string[]
}

/**
 * Writes the published content of a space to the seed and its media folder. A second pull changes nothing.
 * Throws `UserError` before anything is written, also for file system errors.
 */
export async function pullSpace(options: PullOptions): Promise<PullSummary> {
  const { dryRun = false, seedFolder, mediaFolder } = options
  try {
    // Its entries need not be valid, and its files may be missing.
    const currentSeed = readSeedFiles(seedFolder, { allowMissing: true })
    await using staging = await mkdtempDisposable(join(tmpdir(), 'pull-'))
    const { seed, staged, notes } = await readPublishedSeed(options, currentSeed, staging.path)
    const { unused, ...changes } = computePullChanges(seed, currentSeed, { mediaFolder, staged })
    if (!dryRun) await writeSeedFiles(changes, [seedFolder, mediaFolder])
    return {
      dryRun,
      written: [...changes.media.keys(), ...changes.texts.keys()].map(toRelativePath),
      unused: unused.map((file) => toRelativePath(join(mediaFolder, file))),
      notes,
    }
  } catch (error) {
    throw toFileSystemError(error) ?? error
  }
}

/** Reads the published content as a seed that matches the model, and downloads its new files. Throws `UserError`. */
async function readPublishedSeed(
  { connection, mediaFolder, progress = silentProgress }: PullOptions,
  currentSeed: SeedFiles,
  staging: string,
) {
  const client = await connectToDelivery(connection)
  const missing = listMissingModel(await client.locales(), await client.contentTypes())
  if (missing.length > 0) throw new UserError(missing)
  const published = await client.entries()
  const linked = findLinkedKeys(published)
  const assetFiles = toSpaceAssetFiles(await client.assets()).filter(({ id }) => linked.has(resourceKey('asset', id)))
  const { entries, notes, problems } = toSeedEntries(published, new Set(assetFiles.map(({ id }) => id)))
  const unsupported = assetFiles.filter(({ contentType }) => !EXTENSIONS.has(contentType))
  const supported = assetFiles.filter((file) => !unsupported.includes(file))
  const { assets, staged } = await pullMedia(supported, { currentSeed, mediaFolder, staging, progress })
  const reported = [...problems, ...unsupported.map((file) => ({ id: file.id, line: describeUnsupported(file) }))]
  // Includes the unsupported files, so that links to them are valid.
  const otherAssets = unsupported.map(({ id, title, fileName }) => ({ id, title, file: fileName }))
  const issues = await validateSeed({ assets: [...assets, ...otherAssets], entries }, { mediaFolder, staged })
  const reportedIds = new Set(reported.map(({ id }) => id))
  const lines = [
    ...findMissingRootEntries(published, currentSeed),
    ...reported.map(({ line }) => line),
    ...issues
      .filter(({ id }) => !reportedIds.has(id))
      .map(({ kind, id, text }) => `${kind} ${id}: ${text}${AND_PUBLISH}`),
  ]
  if (lines.length > 0) throw new UserError(lines)
  return { seed: { assets, entries }, staged, notes }
}

/** Returns one line for each root content type that has an entry in the seed, but no published one. */
function findMissingRootEntries(published: readonly PublishedEntry[], currentSeed: SeedFiles): readonly string[] {
  const publishedTypes = new Set(published.map(({ sys }) => sys.contentType.sys.id))
  return ROOT_CONTENT_TYPES.filter((type) => !publishedTypes.has(type)).flatMap((type) => {
    const ids = currentSeed.entries.flatMap(({ recordsByType }) => Object.keys(recordsByType.get(type) ?? {}))
    if (ids.length === 0) return []
    return [`entry ${ids.join(', ')}: is not published, and the site requires a ${type}; publish it in Contentful`]
  })
}

const linkedContentTypes = new Set(Object.values<ContentType>(model).flatMap(getLinkedTypes))

/** Content types that no other entry links to: the pages, and the site-wide content. */
const ROOT_CONTENT_TYPES = Object.keys(model)
  .filter(isModelContentType)
  .filter((id) => !linkedContentTypes.has(id))

/** Returns the keys of all resources that fields of the model link to. */
const findLinkedKeys = (entries: readonly PublishedEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ sys, fields }) => {
      const type = sys.contentType.sys.id
      return isModelContentType(type) ? Object.keys(model[type].fields).flatMap((id) => findLinkNames(fields[id])) : []
    }),
  )

const describeUnsupported = ({ id, fileName, contentType }: SpaceAssetFile) =>
  `asset ${id}: ${fileName} is ${contentType}; replace it with one of ${[...EXTENSIONS.values()].join(', ')}${AND_PUBLISH}`

const AND_PUBLISH = ', in Contentful, and publish it'

const toRelativePath = (path: string) => relative(process.cwd(), path)

/** Converts a file system error, for example of a full or read-only disk. Returns `null` for other errors. */
function toFileSystemError(error: unknown): UserError | null {
  if (!(error instanceof Error && 'syscall' in error)) return null
  return new UserError(`A file operation failed (${error.message}): fix its cause, and pull again`)
}

/** Formats the result of a pull for people: the written files, and what was skipped. */
export const formatPullSummary = ({ dryRun, written, unused, notes }: PullSummary): string =>
  [
    ...formatSection(dryRun ? 'Would write:' : 'Written:', written),
    ...formatSection('No longer used by the seed; delete them if nothing else uses them:', unused),
    ...formatSection('Skipped:', notes),
    written.length === 0 ? 'The seed matches the space.' : 'Done.',
  ].join('\n')

const formatSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), '']
