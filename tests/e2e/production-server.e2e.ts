import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { ensureSiteWebhook, getSiteWebhookId } from '#scripts/dev/local-site.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { getActiveReleaseFile, getReleaseFile, getReleaseSiteFolder } from '#server/site/releases.ts'
import { publishField } from '#tests/setup/content.ts'
import { copyBuiltSite } from '#tests/setup/e2e/built-site.ts'
import { expect, test } from '#tests/setup/e2e/fixtures.ts'
import type { TestCms } from '#tests/setup/e2e/test-site.ts'
import { REBUILD_TIMEOUT } from '#tests/setup/e2e/wait-for-rebuild.ts'
import { createTemporaryFolder } from '#tests/setup/process/temporary-folder.ts'
import { limitWrites } from '#tests/setup/process/write-permissions.ts'
import { startProcess } from '#tests/setup/stack.ts'

const SITE_URL = 'https://www.blackland.example'

/** Public variables of the release, whose pages come from the CMS. */
const createReleaseEnv = ({ url, spaceId, environmentId }: TestCms) => ({
  VITE_SITE_URL: SITE_URL,
  VITE_CAPTCHA_SITE_KEY: 'key-of-the-tests',
  VITE_CONTENTFUL_GRAPHQL: `${url}/content/v1/spaces/${spaceId}/environments/${environmentId}`,
})

/** Settings of a production server. No message is sent, so neither captcha nor mail server is asked. */
const createSettings = (webhookSecret: string) => ({
  NODE_ENV: 'production',
  PORT: '0',
  SITE_ORIGINS: SITE_URL,
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://user:words-of-the-tests@mail.example',
  MAIL_FROM: 'website@blackland.example',
  MAIL_TO: 'office@blackland.example',
  CAPTCHA_SECRET: randomBytes(20).toString('hex'),
  CONTENTFUL_DELIVERY_TOKEN: LOCAL_TOKENS.delivery,
  CONTENTFUL_WEBHOOK_SECRET: webhookSecret,
})

type Variables = Readonly<Record<string, string>>

const formatEnvFile = (variables: Variables) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

const RELEASE_ID = '20261122T101500123Z-1a2b3c4d'

/** Writes the folder `volume`, with a release and a folder for messages, and the file `settings`. */
async function writeServerFiles(folder: string, { releaseEnv, settings }: Readonly<Record<string, Variables>>) {
  const releases = join(folder, 'volume/releases')
  const site = getReleaseSiteFolder(releases, RELEASE_ID)
  await mkdir(join(releases, RELEASE_ID), { recursive: true })
  await mkdir(join(folder, 'volume/backend'))
  const { outDir } = await copyBuiltSite(join(folder, 'build'))
  await rename(outDir, site)
  await rename(`${outDir}-ssr`, `${site}-ssr`)
  await writeFile(getReleaseFile(releases, RELEASE_ID), JSON.stringify({ env: releaseEnv }))
  await writeFile(getActiveReleaseFile(releases), JSON.stringify({ releases: [RELEASE_ID] }))
  await writeFile(join(folder, 'settings'), formatEnvFile(settings ?? {}), { mode: 0o600 })
}

/** How a server runs that has the files of `writeServerFiles` in a folder. */
interface Installation {
  readonly command: readonly string[]
  readonly workingDirectory: string
  readonly writable: readonly string[]
  readonly mounts: Variables
  readonly folders: Variables
}

/** With the unit's command, paths and permissions. */
async function readUnit(folder: string): Promise<Installation> {
  const unit = await readFile('deploy/systemd/pipeline-site.service', 'utf8')
  const read = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const root = '/srv/pipeline-site'
  return {
    command: read('ExecStart').split(' '),
    workingDirectory: read('WorkingDirectory'),
    writable: read('ReadWritePaths').split(' '),
    mounts: {
      [`${root}/current`]: resolve('.'),
      [`${root}/.env`]: join(folder, 'settings'),
      [`${root}/data`]: join(folder, 'volume/backend'),
      [`${root}/releases`]: join(folder, 'volume/releases'),
    },
    folders: { BACKEND_FOLDER: `${root}/data`, RELEASES_FOLDER: `${root}/releases` },
  }
}

/** With the image's command, which finds its files in /srv; compose.yaml makes the root read-only. */
async function readImage(folder: string): Promise<Installation> {
  const dockerfile = await readFile('Dockerfile', 'utf8')
  const [, ...args]: readonly string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]')
  const volume = `/srv${/^VOLUME (\S+)$/m.exec(dockerfile)?.[1]}`
  return {
    command: ['/srv/app/node_modules/node/bin/node', '--env-file=/srv/settings', ...args],
    workingDirectory: '/srv/app',
    writable: [volume],
    mounts: {
      '/srv/app': resolve('.'),
      '/srv/settings': join(folder, 'settings'),
      [volume]: join(folder, 'volume'),
    },
    folders: { BACKEND_FOLDER: `${volume}/backend`, RELEASES_FOLDER: `${volume}/releases` },
  }
}

for (const [name, read] of [
  ['systemd unit', readUnit],
  ['container', readImage],
] as const) {
  test(`§12.1 §12.10 with the write permissions of its ${name}, a server shows what is published`, async ({
    site: { secrets },
    cms,
    management,
  }) => {
    await using stack = new AsyncDisposableStack()
    const folder = await createTemporaryFolder(resolve('.cache/e2e'), 'production-')
    stack.defer(folder.remove)
    const { folders, command, ...permissions } = await read(folder.path)
    const settings = { ...createSettings(secrets.webhook), ...folders }
    await writeServerFiles(folder.path, { releaseEnv: createReleaseEnv(cms), settings })
    const limited = limitWrites(command, permissions)
    const server = startProcess(limited.command, { env: { ...createCommandEnv(limited.env), NODE_COMPILE_CACHE: '' } })
    stack.defer(server.stop)
    const url = await server.url
    await ensureSiteWebhook({ cmsUrl: cms.url, siteUrl: url, secret: secrets.webhook })
    stack.defer(() => management.webhook.delete({ webhookDefinitionId: getSiteWebhookId(url) }))

    const readPage = async () => (await fetch(`${url}/services`)).text()
    const text = `Welded with the permissions of a ${name}`
    const before = await publishField(management, 'services-page', 'introTitle', text)
    stack.defer(async () => void (await publishField(management, 'services-page', 'introTitle', before)))
    await expect.poll(readPage, REBUILD_TIMEOUT).toContain(text)
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'ok' })
    expect(server.readOutput()).not.toContain('Not up to date')
  })
}
