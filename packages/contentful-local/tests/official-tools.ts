import https from 'node:https'
import { createRequire } from 'node:module'
import { connect, type NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as exporting from 'contentful-export'
import type * as importing from 'contentful-import'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { runMigration } from 'contentful-migration'
import * as z from 'zod'

// Both are CommonJS; the other entry of contentful-import is broken (docs/contentful.md).
const require = createRequire(import.meta.url)
const runExport: typeof exporting.default = require('contentful-export')
const runImport: typeof importing.default = require('contentful-import')

/** Connects without TLS: contentful-export always downloads files over https (docs/contentful.md). */
class UnencryptedAgent extends https.Agent {
  override createConnection(options: NetConnectOpts) {
    return connect(options)
  }
}

const resource = z.looseObject({ sys: z.looseObject({ id: z.string() }) })
const exportedSpace = z.object({
  contentTypes: z.array(resource),
  editorInterfaces: z.array(resource.extend({ sys: z.looseObject({ contentType: resource }) })),
  locales: z.array(resource.extend({ code: z.string() })),
  tags: z.array(resource),
  entries: z.array(resource),
  assets: z.array(resource),
  webhooks: z.array(resource),
  roles: z.array(resource),
})

/** The result of contentful-export. */
export type ExportedSpace = z.output<typeof exportedSpace>

type Resource = ExportedSpace['entries'][number]

function toComparable({ sys, ...rest }: Resource) {
  const { id, contentType, visibility, publishedVersion, archivedVersion } = sys
  const state = archivedVersion ? 'archived' : publishedVersion ? 'published' : 'draft'
  return { id, contentType, visibility, state, ...rest }
}

/**
 * Removes what neither an import nor a seed keeps: times, versions, locale ids and the address of the server. A changed
 * resource is published: an export has only its draft.
 */
export function normalizeExport({ contentTypes, editorInterfaces, locales, ...others }: ExportedSpace): unknown {
  const { tags, entries, assets } = others
  const listComparable = (resources: readonly Resource[]) =>
    resources.map(toComparable).toSorted((a, b) => a.id.localeCompare(b.id))
  const all = {
    resources: [contentTypes, tags, entries, assets].map(listComparable),
    editorInterfaces: Object.fromEntries(editorInterfaces.map(({ sys, ...rest }) => [sys.contentType.sys.id, rest])),
    locales: Object.fromEntries(locales.map(({ sys: _, ...rest }) => [rest.code, rest])),
  }
  return JSON.parse(JSON.stringify(all).replaceAll(/\/\/127\.0\.0\.1:\d+\//g, '//host/'))
}

/** Gives an exported space another default locale. */
export const toFrench = <Content extends object>(content: Content): Content =>
  JSON.parse(JSON.stringify(content).replaceAll('"en-US"', '"fr-FR"'))

const SPACE_OPTIONS = { spaceId: 'local', environmentId: 'master', managementToken: LOCAL_TOKENS.management }

/** Exports the whole space, with drafts and archived resources. `downloadAssets` downloads the files to `folder`. */
export async function exportSpace(url: string, folder: string, downloadAssets = false): Promise<ExportedSpace> {
  const options = {
    ...SPACE_OPTIONS,
    host: new URL(url).host,
    insecure: true,
    includeDrafts: true,
    includeArchived: true,
    exportDir: folder,
    errorLogFile: join(folder, 'export-errors.json'),
    saveFile: false,
    downloadAssets,
    httpsAgent: new UnencryptedAgent(),
  }
  return exportedSpace.parse(clonePlain(await runExport(options)))
}

/** Imports a space, with the files of `assetsDirectory` if set. Throws the errors that the tool lists. */
export async function importSpace(url: string, folder: string, content: ExportedSpace, assetsDirectory?: string) {
  const { host } = new URL(url)
  const options = {
    ...SPACE_OPTIONS,
    host,
    hostUpload: host,
    insecure: true,
    content: clonePlain(content),
    errorLogFile: join(folder, 'import-errors.json'),
    rateLimit: 1_000,
    ...(assetsDirectory === undefined ? {} : { uploadAssets: true, assetsDirectory }),
  }
  await runImport(options)
}

/** Clones as JSON: the tools return SDK objects, and change the content that they import. */
const clonePlain = <Content extends object>(content: Content): Content => JSON.parse(JSON.stringify(content))

// contentful-migration always uses https (docs/contentful.md).
https.globalAgent = new UnencryptedAgent()

/** Runs a script of `migrations/` with contentful-migration. The tool prints its progress. */
export const runMigrationScript = (url: string, name: string, environmentId = 'master') =>
  runMigration({
    ...SPACE_OPTIONS,
    filePath: fileURLToPath(new URL(`migrations/${name}.cjs`, import.meta.url)),
    host: new URL(url).host,
    accessToken: LOCAL_TOKENS.management,
    environmentId,
    yes: true,
    requestLimit: 1_000,
    retryLimit: 0,
  })
