import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { LOCAL_TOKENS } from '#cms/local/tokens.ts'
import { readSeed } from '#cms/seed/seed.ts'
import { runningLocalContentful } from '#cms/space/address-file.ts'
import { startLocalCms } from './local-cms.ts'
import { freePort } from './ports.ts'
import { checkSeed, ensureSeeded } from './seeding.ts'
import type { SiteOptions } from './site-options.ts'
import { setAsideUnusable } from './state-folder.ts'

/** Where a running site's content comes from. */
export interface Content {
  /** For people. */
  readonly name: string
  /** What the site is built with. */
  readonly env: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** Makes the content available: checks the seed, and where no real space is configured starts the local Contentful and seeds it. */
export async function openContent(options: SiteOptions, sitePort: number, log: Log): Promise<Content> {
  await checkSeed(readSeed())
  if (options.choice === 'local') return openLocal(options, sitePort, log)
  const stop = async () => {}
  if (options.choice === 'remote') return { name: 'the space of VITE_CONTENTFUL_GRAPHQL', env: {}, stop }
  return { name: 'the bundled copy, with no CMS', env: NO_CMS, stop }
}

type Log = (line: string) => void

/** Empty and not absent: the build would otherwise take them from .env. */
const NO_CMS = { VITE_CONTENTFUL_GRAPHQL: '', VITE_CONTENTFUL_TOKEN: '' }

async function openLocal({ stateFolder: folder, cmsPort }: SiteOptions, sitePort: number, log: Log): Promise<Content> {
  const { url, stop } = (await shared(folder, log)) ?? (await started({ folder, cmsPort, sitePort, log }))
  await ensureSeeded({ folder, url })
  return {
    name: `the local Contentful at ${url}`,
    env: {
      VITE_CONTENTFUL_GRAPHQL: `${url}/content/v1/spaces/${SPACE}/environments/${ENVIRONMENT}`,
      VITE_CONTENTFUL_TOKEN: LOCAL_TOKENS.delivery,
    },
    stop,
  }
}

/** A state folder has one server at a time: a second site on this machine shares the first one's. */
async function shared(folder: string, log: Log) {
  const url = await runningLocalContentful(folder)
  if (!url) return undefined
  log(`The local Contentful at ${url} runs already and is shared.`)
  return { url, stop: async () => {} }
}

async function started(options: { folder: string; cmsPort: number; sitePort: number; log: Log }) {
  const { folder, cmsPort, sitePort, log } = options
  const setAside = setAsideUnusable(folder)
  if (setAside) log(setAside)
  const port = await freePort(cmsPort, (other) => other === sitePort)
  if (port !== cmsPort) log(`Port ${cmsPort} is in use: the local Contentful takes ${port}.`)
  return startLocalCms({
    folder,
    port,
    onLost: () => log('The local Contentful has ended. The site goes on with the content that it holds.'),
  })
}
