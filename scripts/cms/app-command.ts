import type { AppSummary } from '#cms/sync/apps/app-changes.ts'
import { installPhotoDesk } from '#cms/sync/apps/install-photo-desk.ts'
import { uninstallPhotoDesk } from '#cms/sync/apps/uninstall-photo-desk.ts'
import { LOCAL_CONTENTFUL_FOLDER } from '#scripts/cli/folders.ts'
import { ensureLocalSecrets } from '#scripts/dev/local-secrets.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { parsePublicEnv } from '#server/config/public-env.ts'
import { PHOTO_DESK_NAME } from '#shared/photo-desk.ts'
import { UserError } from '#shared/user-error.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { confirmWrite, openSpace } from './open-space.ts'

type Options = Readonly<{ environment?: string; url?: string; yes?: boolean }>

/** Installs the photo desk in an environment. */
export async function runAppInstallCommand(options: Options, output: CommandOutput): Promise<void> {
  await using target = await openTarget(options, output)
  const { siteUrl, name, requests } = target
  if (siteUrl === undefined)
    throw new UserError(
      'VITE_SITE_URL is not set: set it to the address of the site whose server has the photo desk, or name the site with --url https://…',
    )
  output.log(`Installing the app "${PHOTO_DESK_NAME}" in ${name}`)
  const { previewSecret } = parseEditorConfig({ PREVIEW_SECRET: process.env.PREVIEW_SECRET })
  const localSecret = async () => (await ensureLocalSecrets(LOCAL_CONTENTFUL_FOLDER)).preview
  const secret = previewSecret ?? (requests.connection.insecure ? await localSecret() : undefined)
  const summary = await installPhotoDesk({ ...requests, siteUrl, previewSecret: secret })
  const note = `Editors find it under Apps, and in the fields. Its page is ${summary.src}.`
  output.result(summary, `${formatSummary(summary)}\n${note}`, EXIT_CODES.done)
}

/** Removes the photo desk from an environment. */
export async function runAppUninstallCommand(options: Options, output: CommandOutput): Promise<void> {
  await using target = await openTarget(options, output)
  const { siteUrl, name, requests } = target
  output.log(`Removing the app "${PHOTO_DESK_NAME}" from ${name}`)
  const summary = await uninstallPhotoDesk({ ...requests, siteUrl })
  output.result(summary, formatSummary(summary), EXIT_CODES.done)
}

async function openTarget({ environment, yes = false, url }: Options, output: CommandOutput) {
  const { VITE_SITE_URL } = parsePublicEnv({ VITE_SITE_URL: process.env.VITE_SITE_URL })
  const target = await openSpace('management', output, environment)
  const { connection } = target
  const localSiteUrl = connection.insecure ? await readLocalSiteUrl() : undefined
  return {
    name: target.name,
    siteUrl: url ?? VITE_SITE_URL ?? localSiteUrl,
    requests: { connection, confirm: (summary: string) => confirmWrite(connection, yes, summary) },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  }
}

/** Returns the address of the site that last used the local Contentful. */
async function readLocalSiteUrl(): Promise<string | undefined> {
  const { readStateMeta } = await import('contentful-local') // takes 0.3 s, which a real space does not need
  return readStateMeta(LOCAL_CONTENTFUL_FOLDER, 'site')
}

const formatSummary = ({ changes }: AppSummary): string =>
  changes.length === 0 ? 'Nothing differs, and nothing was written.' : changes.map((text) => `- ${text}`).join('\n')
