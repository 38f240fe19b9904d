import { parseArgs } from 'node:util'
import { type ContentOrigin, readContentOrigin } from './content-origin.ts'
import { parsePort } from './ports.ts'

export interface SiteOptions {
  readonly contentOrigin: ContentOrigin
  /** From here on a free port is looked for, for the site. */
  readonly port: number
  /** The same for the local Contentful. */
  readonly cmsPort: number
  /** Where the local Contentful keeps its state. */
  readonly stateFolder: string
  /** Where the build goes, if not to the usual place. */
  readonly outDir: string | undefined
  /** Whether a backend that ends is started again. Tests that stop it turn this off. */
  readonly restartBackend: boolean
}

export const DEFAULT_SITE_PORT = 3000
const USUAL_CMS_PORT = 4000

/** What a person, or a test, asks for: variables for people, arguments for tests. Throws what to correct. */
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
    cmsPort: parsePort(env, 'CMS_PORT', USUAL_CMS_PORT),
    stateFolder: values.state,
    outDir: values.out,
    restartBackend: !values['no-restart'],
  }
}
