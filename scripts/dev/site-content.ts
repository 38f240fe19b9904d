import { readSeed } from '#cms/seed/read-seed.ts'
import { getLocalDeliveryConnection, getLocalPreviewConnection } from '#cms/sync/contentful/delivery-connection.ts'
import { findRunningLocalContentful } from '#cms/sync/contentful/find-running-local-contentful.ts'
import { parseDraftSource } from '#server/config/draft-source.ts'
import type { EditorConfig } from '#server/config/editor-config.ts'
import type { DraftSource } from '#server/preview/contentful-preview.ts'
import { previewApiPaths } from '#server/preview/contract.ts'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { startLocalContentfulProcess } from './local-contentful.ts'
import { ensureLocalSecrets } from './local-secrets.ts'
import { findFreePort } from './ports.ts'
import { assertValidSeed, ensureSeeded, type LocalSpace } from './seed-local-contentful.ts'
import type { SiteOptions } from './site-options.ts'
import { setAsideUnusableState } from './state-folder.ts'

/** Where a running site's content comes from. */
export interface SiteContent {
  /** For people. */
  readonly name: string
  /** What the site is built with. */
  readonly env: Readonly<Record<string, string>>
  /** Where drafts are read, and what opens them; absent where nobody gave what that needs. */
  readonly drafts?: DraftSource & { readonly secret: string }
  /** The secret that signs the webhooks. */
  readonly webhookSecret?: string | undefined
  /** The local Contentful. */
  readonly localSpace?: LocalSpace
  readonly stop: () => Promise<void>
}

/** Which site the content is for. */
export interface SiteContentOptions {
  readonly port: number
  /** For the space's preview addresses. */
  readonly siteUrl: string
  readonly editors: EditorConfig
}

/** Makes the content available: checks the seed, and where no real space is configured starts the local Contentful and seeds it. */
export async function openSiteContent(options: SiteOptions, use: SiteContentOptions, log: Log): Promise<SiteContent> {
  await assertValidSeed(readSeed())
  if (options.contentOrigin === 'local') return openLocal(options, use, log)
  const stop = async () => {}
  if (options.contentOrigin === 'remote') {
    const { webhookSecret } = use.editors
    return {
      name: 'the space of VITE_CONTENTFUL_GRAPHQL',
      env: {},
      ...parseDraftSource(process.env, use.editors),
      webhookSecret,
      stop,
    }
  }
  return { name: 'the bundled copy, with no CMS', env: NO_CMS, stop }
}

/** For people: where the content comes from, the CMS editor's address, and the one that shows drafts. */
export function describeSiteContent({ name, localSpace, drafts }: SiteContent, siteUrl: string): readonly string[] {
  const secret = localSpace ? drafts?.secret : '<PREVIEW_SECRET>'
  return [
    `Content comes from ${name}.`,
    ...(localSpace ? [`Its editor: ${localSpace.url}/app`] : []),
    ...(drafts ? [`With drafts: ${siteUrl}${previewApiPaths.enter}?secret=${secret}&path=/`] : []),
  ]
}

type Log = (line: string) => void

/** Empty and not absent: the build would otherwise take them from .env. */
const NO_CMS = { VITE_CONTENTFUL_GRAPHQL: '', VITE_CONTENTFUL_TOKEN: '' }

async function openLocal(
  { stateFolder: folder, cmsPort }: SiteOptions,
  use: SiteContentOptions,
  log: Log,
): Promise<SiteContent> {
  const { port: sitePort, siteUrl, editors } = use
  const { url, stop } = (await shared(folder, log)) ?? (await started({ folder, cmsPort, sitePort, log }))
  const made = await ensureLocalSecrets(folder)
  const secret = editors.previewSecret ?? made.preview
  const webhookSecret = editors.webhookSecret ?? made.webhook
  const localSpace = { folder, url, previews: { siteUrl, secret } }
  await ensureSeeded(localSpace)
  const graphql = `${url}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`
  return {
    name: `the local Contentful at ${url}`,
    env: {
      VITE_CONTENTFUL_GRAPHQL: graphql,
      VITE_CONTENTFUL_TOKEN: LOCAL_TOKENS.delivery,
    },
    drafts: {
      secret,
      graphql: { url: graphql, token: LOCAL_TOKENS.preview },
      preview: getLocalPreviewConnection(url),
      delivery: getLocalDeliveryConnection(url),
      editorOrigins: [url],
    },
    webhookSecret,
    localSpace,
    stop,
  }
}

/** A state folder has one server at a time: a second site on this machine shares the first one's. */
async function shared(folder: string, log: Log) {
  const url = await findRunningLocalContentful(folder)
  if (!url) return undefined
  log(`The local Contentful at ${url} runs already and is shared.`)
  return { url, stop: async () => {} }
}

async function started(options: { folder: string; cmsPort: number; sitePort: number; log: Log }) {
  const { folder, cmsPort, sitePort, log } = options
  const setAside = setAsideUnusableState(folder)
  if (setAside) log(setAside)
  const port = await findFreePort(cmsPort, (other) => other === sitePort)
  if (port !== cmsPort) log(`Port ${cmsPort} is in use: the local Contentful takes ${port}.`)
  return startLocalContentfulProcess({
    folder,
    port,
    onUnexpectedExit: () => log('The local Contentful has ended. The site goes on with the content that it holds.'),
  })
}
