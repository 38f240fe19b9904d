import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { readSeed } from '#cms/seed/read-seed.ts'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { getLocalDeliveryConnection, getLocalPreviewConnection } from '#cms/sync/contentful/space-connections.ts'
import { type DraftSource, type EditorConfig, parseDraftSource } from '#server/config/editor-config.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'
import { setAsideUnusableState, startLocalContentfulProcess } from './local-contentful.ts'
import { ensureLocalSecrets } from './local-secrets.ts'
import { findFreePort } from './ports.ts'
import { assertValidSeed, ensureSeeded, type LocalSpace } from './seed-local-contentful.ts'
import type { SiteOptions } from './site-command.ts'

/** The content of a running site. */
export interface SiteContent {
  /** A description for console notes. */
  readonly name: string
  /** Environment variables for the build. */
  readonly env: Readonly<Record<string, string>>
  /** Access to drafts and the secret of the preview; absent when it is not configured. */
  readonly drafts?: DraftSource & { readonly secret: string }
  /** The secret that signs the webhooks. */
  readonly webhookSecret?: string | undefined
  /** The local Contentful. */
  readonly localSpace?: LocalSpace
  readonly stop: () => Promise<void>
}

/** The site that uses the content. */
export interface SiteContentOptions {
  readonly port: number
  /** The URL for the preview addresses of the space. */
  readonly siteUrl: string
  readonly editors: EditorConfig
}

/** Validates the seed and opens the content. Starts and seeds the local Contentful unless a real space is configured. */
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

/** Returns console notes: the content source, the address of the CMS editor and the address that shows drafts. */
export function describeSiteContent({ name, localSpace, drafts }: SiteContent, siteUrl: string): readonly string[] {
  const secret = localSpace ? drafts?.secret : '<PREVIEW_SECRET>'
  return [
    `Content comes from ${name}.`,
    ...(localSpace ? [`CMS editor: ${localSpace.url}/app`] : []),
    ...(drafts ? [`Preview with drafts: ${siteUrl}${previewApiPaths.enter}?secret=${secret}&path=/`] : []),
  ]
}

type Log = (line: string) => void

/** An empty string overrides the variable of .env. */
const NO_CMS = { VITE_CONTENTFUL_GRAPHQL: '' }

async function openLocal(
  { stateFolder: folder, cmsPort }: SiteOptions,
  use: SiteContentOptions,
  log: Log,
): Promise<SiteContent> {
  const { port: sitePort, siteUrl, editors } = use
  const { url, stop } = (await findRunning(folder, log)) ?? (await startNew({ folder, cmsPort, sitePort, log }))
  const secrets = await ensureLocalSecrets(folder)
  const secret = editors.previewSecret ?? secrets.preview
  const webhookSecret = editors.webhookSecret ?? secrets.webhook
  const localSpace = { folder, url, previews: { siteUrl, secret } }
  await ensureSeeded(localSpace)
  const graphql = `${url}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`
  return {
    name: `the local Contentful at ${url}`,
    env: { VITE_CONTENTFUL_GRAPHQL: graphql, CONTENTFUL_DELIVERY_TOKEN: LOCAL_TOKENS.delivery },
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

/** A state folder has one server at a time, so a second site on this machine shares the server of the first. */
async function findRunning(folder: string, log: Log) {
  const url = await findRunningLocalContentful(folder)
  if (!url) return undefined
  log(`The local Contentful at ${url} is already running and is shared.`)
  return { url, stop: async () => {} }
}

async function startNew(options: { folder: string; cmsPort: number; sitePort: number; log: Log }) {
  const { folder, cmsPort, sitePort, log } = options
  const notice = setAsideUnusableState(folder)
  if (notice) log(notice)
  const port = await findFreePort(cmsPort, (other) => other === sitePort)
  if (port !== cmsPort) log(`Port ${cmsPort} is in use: the local Contentful uses ${port}.`)
  return startLocalContentfulProcess({
    folder,
    port,
    onUnexpectedExit: () => log('The local Contentful has exited. The site continues with its current content.'),
  })
}
