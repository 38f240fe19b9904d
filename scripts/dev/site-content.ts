import { writeStateMeta } from 'contentful-local'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS } from 'contentful-local/constants'
import { readSeed } from '#cms/seed/read-seed.ts'
import { BlockedPlanError } from '#cms/sync/apply/seed-space.ts'
import { installPhotoDesk } from '#cms/sync/apps/install-photo-desk.ts'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { setStateFolderAside } from '#cms/sync/contentful/start-contentful-in-process.ts'
import { confirm } from '#scripts/cli/confirm.ts'
import { type DraftSource, type EditorConfig, parseDraftSource } from '#server/config/editor-config.ts'
import { previewApiPaths } from '#shared/preview-contract.ts'
import { UserError } from '#shared/user-error.ts'
import { type LocalContentfulProcess, startLocalContentfulProcess } from './local-contentful.ts'
import { ensureLocalSecrets } from './local-secrets.ts'
import { findFreePort } from './ports.ts'
import { assertValidSeed, ensureSeeded, type LocalSpace } from './seed-local-contentful.ts'
import type { LocalSiteOptions } from './site-command.ts'

/** The content of a running site. */
export interface SiteContent {
  /** A description for console notes. */
  readonly name: string
  /** Environment variables for the build. */
  readonly env: Readonly<Record<string, string>>
  /** Access to drafts and the secret of the preview; absent when it is not configured. */
  readonly drafts?: DraftSource
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
export async function openSiteContent(
  options: LocalSiteOptions,
  use: SiteContentOptions,
  log: Log,
): Promise<SiteContent> {
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
  options: LocalSiteOptions,
  { port: sitePort, siteUrl, editors }: SiteContentOptions,
  log: Log,
): Promise<SiteContent> {
  const { stateFolder: folder } = options
  // A state folder has one server at a time, so a second site on this machine shares the server of the first.
  const runningUrl = await findRunningLocalContentful(folder)
  if (runningUrl) log(`The local Contentful at ${runningUrl} is already running and is shared.`)
  const openSeeded = async () => {
    const server = runningUrl ? { url: runningUrl, stop: async () => {} } : await startNew(options, sitePort, log)
    try {
      await ensureSeeded({ folder, url: server.url })
      return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }
  const { url, stop } = await openSeeded().catch(async (error: unknown) => {
    if (runningUrl || !(error instanceof BlockedPlanError)) throw error
    await confirmSettingAside(folder, error)
    log(setStateFolderAside(folder))
    return openSeeded()
  })
  writeStateMeta(folder, 'site', siteUrl) // npm run cms -- app install names this site to the space
  const secrets = await ensureLocalSecrets(folder)
  const secret = editors.previewSecret ?? secrets.preview
  // The sites that share a local Contentful have one app: its page is that of the last one started.
  await installPhotoDesk({ connection: getLocalConnection(url, 'management'), siteUrl, previewSecret: secret })
  const graphql = `${url}/content/v1/spaces/${LOCAL_SPACE_ID}/environments/${LOCAL_ENVIRONMENT_ID}`
  return {
    name: `the local Contentful at ${url}`,
    env: { VITE_CONTENTFUL_GRAPHQL: graphql, CONTENTFUL_DELIVERY_TOKEN: LOCAL_TOKENS.delivery },
    drafts: {
      secret,
      graphql: { url: graphql, token: LOCAL_TOKENS.preview },
      preview: getLocalConnection(url, 'preview'),
      delivery: getLocalConnection(url, 'delivery'),
      editorOrigins: [url],
    },
    webhookSecret: editors.webhookSecret ?? secrets.webhook,
    localSpace: { folder, url },
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

/** Starts the local Contentful of a state folder, on the next free port. */
async function startNew(
  { stateFolder: folder, cmsPort }: LocalSiteOptions,
  sitePort: number,
  log: Log,
): Promise<LocalContentfulProcess> {
  const port = await findFreePort(cmsPort, sitePort)
  if (port !== cmsPort) log(`Port ${cmsPort} is in use: the local Contentful uses ${port}.`)
  const server = await startLocalContentfulProcess({
    folder,
    port,
    onUnexpectedExit: () => log('The local Contentful has exited. The site continues with its current content.'),
  })
  // Commands or another branch may have changed the space since the last seed run.
  writeStateMeta(folder, 'seed', '')
  return server
}
