import { Agent } from 'node:https'
import { createRequire } from 'node:module'
import { connect, type NetConnectOpts } from 'node:net'
import { join } from 'node:path'
import type * as exporting from 'contentful-export'
import type * as importing from 'contentful-import'
import * as z from 'zod'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'

// Both are CommonJS; the other entry of contentful-import is broken (docs/contentful.md).
const require = createRequire(import.meta.url)
const runExport: typeof exporting.default = require('contentful-export')
const runImport: typeof importing.default = require('contentful-import')

/** contentful-export asks for files over https, whatever it is told (docs/contentful.md); this takes the encryption out. */
class PlainAgent extends Agent {
  override createConnection(options: NetConnectOpts) {
    return connect(options)
  }
}

const thing = z.looseObject({ sys: z.looseObject({ id: z.string() }) })
const exported = z.object({
  contentTypes: z.array(thing),
  editorInterfaces: z.array(thing.extend({ sys: z.looseObject({ contentType: thing }) })),
  locales: z.array(thing.extend({ code: z.string() })),
  tags: z.array(thing),
  entries: z.array(thing),
  assets: z.array(thing),
  webhooks: z.array(thing),
  roles: z.array(thing),
})

/** What contentful-export writes into its file. */
export type Exported = z.output<typeof exported>

const place = { spaceId: 'local', environmentId: 'master', managementToken: LOCAL_TOKENS.management }

/** The whole space, drafts and archived things too; with `downloadAssets` the files lie in `folder`. */
export async function exportSpace(url: string, folder: string, downloadAssets = false): Promise<Exported> {
  const options = {
    ...place,
    host: new URL(url).host,
    insecure: true,
    includeDrafts: true,
    includeArchived: true,
    exportDir: folder,
    errorLogFile: join(folder, 'export-errors.json'),
    saveFile: false,
    downloadAssets,
    httpsAgent: new PlainAgent(),
  }
  return exported.parse(plain(await runExport(options)))
}

/** Answers with what went wrong, as the tool lists it. With `assetsDirectory` it uploads the files that lie there. */
export async function importSpace(
  url: string,
  folder: string,
  content: Exported,
  assetsDirectory?: string,
): Promise<readonly string[]> {
  const { host } = new URL(url)
  const options = {
    ...place,
    host,
    hostUpload: host,
    insecure: true,
    content: plain(content),
    errorLogFile: join(folder, 'import-errors.json'),
    rateLimit: 1_000,
    ...(assetsDirectory === undefined ? {} : { uploadAssets: true, assetsDirectory }),
  }
  try {
    await runImport(options)
    return []
  } catch (error) {
    return failures.parse(error).errors.map((one) => textOf(one.error))
  }
}

const failures = z.object({ errors: z.array(z.object({ error: z.unknown() })) })

/** What the API answered is data by now; anything else is an error still. */
const textOf = (error: unknown) => (error instanceof Error ? error.message : JSON.stringify(error))

/** The tools answer with objects of their SDK, and change what they are given. */
const plain = <Content extends object>(content: Content): Content => JSON.parse(JSON.stringify(content))
