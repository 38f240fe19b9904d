import { parseArgs } from 'node:util'
import { type ContentOrigin, readContentOrigin } from './content-origin.ts'
import { parsePort } from './ports.ts'

export interface SiteOptions {
  readonly contentOrigin: ContentOrigin
  /** The desired port of the site. The next free port is used when it is in use. */
  readonly port: number
  /** The desired port of the local Contentful. */
  readonly cmsPort: number
  /** The folder for the state of the local Contentful. */
  readonly stateFolder: string
  /** The folder of the build, unless it is the default folder. */
  readonly outDir: string | undefined
  /** Whether the backend is restarted when it exits. Tests that stop it disable this. */
  readonly restartBackend: boolean
}

export const DEFAULT_SITE_PORT = 3000
const DEFAULT_CMS_PORT = 4000

/** Parses environment variables, which are for users, and arguments, which are for tests. Throws `UserError`. */
export function parseSiteOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SiteOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      state: { type: 'string', default: '.contentful' },
      out: { type: 'string' },
      'no-restart': { type: 'boolean', default: false },
    },
  })
  return {
    contentOrigin: readContentOrigin(env),
    port: parsePort(env, 'PORT', DEFAULT_SITE_PORT),
    cmsPort: parsePort(env, 'CMS_PORT', DEFAULT_CMS_PORT),
    stateFolder: values.state,
    outDir: values.out,
    restartBackend: !values['no-restart'],
  }
}
