import { writeStateMeta } from 'contentful-local'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { readSeed } from '#cms/seed/read-seed.ts'
import { BlockedPlanError } from '#cms/sync/apply/seed-space.ts'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { getLocalDeliveryConnection, getLocalPreviewConnection } from '#cms/sync/contentful/space-connections.ts'
import { setStateFolderAside } from '#cms/sync/contentful/start-contentful-in-process.ts'
import { confirm } from '#scripts/cli/confirm.ts'
import { type DraftSource, type EditorConfig, parseDraftSource } from '#server/config/editor-config.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'
import { UserError } from '#shared/user-error.ts'
import { setDamagedStateAside, startLocalContentfulProcess } from './local-contentful.ts'
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
  { port: sitePort, siteUrl, editors }: SiteContentOptions,
  log: Log,
): Promise<SiteContent> {
  const startSeeded = async (open: () => Promise<LocalServer>) => {
    const server = await open()
    // Commands name this site to the space.
    writeStateMeta(folder, 'site', siteUrl)
    const secrets = await ensureLocalSecrets(folder)
    const secret = editors.previewSecret ?? secrets.preview
    const webhookSecret = editors.webhookSecret ?? secrets.webhook
    const localSpace = { folder, url: server.url, previewSecret: secret }
    try {
      await ensureSeeded(localSpace)
      return { ...server, localSpace, secret, webhookSecret }
    } catch (error) {
      await server.stop()
      throw error
    }
  }
  const start = () => startNew({ folder, cmsPort, sitePort, log })
  const running = await findRunning(folder, log)
  const server = startSeeded(running ? async () => running : start).catch(async (error: unknown) => {
    if (running || !(error instanceof BlockedPlanError)) throw error
    await confirmSettingAside(folder, error)
    log(setStateFolderAside(folder))
    return startSeeded(start)
  })
  const { url, stop, localSpace, secret, webhookSecret } = await server
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

/** Asks whether the content of another model may be set aside. Without a terminal it stays. Throws `UserError`. */
async function confirmSettingAside(folder: string, { lines }: BlockedPlanError): Promise<void> {
  const remedy = `Change it with a script in cms/migrations and npm run cms -- migrate, or rename ${folder} to start with the seed.`
  if (!process.stdin.isTTY) throw new UserError([...lines, remedy])
  await confirm(
    `${lines.join('\n')}\nThe local Contentful has this content from another model. Set it aside and start with the seed?`,
  ).catch(() => {
    throw new UserError(remedy)
  })
}

interface LocalServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** A state folder has one server at a time, so a second site on this machine shares the server of the first. */
async function findRunning(folder: string, log: Log): Promise<LocalServer | undefined> {
  const url = await findRunningLocalContentful(folder)
  if (!url) return undefined
  log(`The local Contentful at ${url} is already running and is shared.`)
  return { url, stop: async () => {} }
}

async function startNew(options: {
  folder: string
  cmsPort: number
  sitePort: number
  log: Log
}): Promise<LocalServer> {
  const { folder, cmsPort, sitePort, log } = options
  const notice = setDamagedStateAside(folder)
  if (notice) log(notice)
  // Commands or another branch may have changed the space since the last seeding.
  writeStateMeta(folder, 'seed', '')
  const port = await findFreePort(cmsPort, (other) => other === sitePort)
  if (port !== cmsPort) log(`Port ${cmsPort} is in use: the local Contentful uses ${port}.`)
  return startLocalContentfulProcess({
    folder,
    port,
    onUnexpectedExit: () => log('The local Contentful has exited. The site continues with its current content.'),
  })
}
