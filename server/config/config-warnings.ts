import { existsSync, readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { distance } from 'fastest-levenshtein'
import { SERVER_VARIABLES } from '#server/config.ts'
import { EDITOR_VARIABLES } from './editor-config.ts'
import { MONITORING_VARIABLES } from './monitoring-config.ts'

/** Names of all variables that a server and its build read. A test compares them with the tables of the documentation. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...SERVER_VARIABLES,
  ...MONITORING_VARIABLES,
  ...EDITOR_VARIABLES,
  ...['GRAPHQL', 'TOKEN'].map((name) => `VITE_CONTENTFUL_${name}`),
  ...['SPACE_ID', 'ENVIRONMENT', 'MANAGEMENT_TOKEN', 'DELIVERY_TOKEN', 'PREVIEW_TOKEN', 'REQUESTS_PER_SECOND'].map(
    (name) => `CONTENTFUL_${name}`,
  ),
  ...['ASSET_PREFIX', 'BACKEND_URL', 'CAPTCHA_SITE_KEY', 'ENVIRONMENT', 'GOOGLE_MAPS_KEY'].map(
    (name) => `VITE_${name}`,
  ),
  ...['SECURITY_CONTACT', 'SITE_URL'].map((name) => `VITE_${name}`),
  // Of npm start, npm test and compose.yaml, which read the same file.
  ...['CMS', 'CMS_PORT', 'CHROMIUM', 'FIREFOX', 'WEBKIT_DRIVER', 'SITE_ADDRESS', 'POSTGRES_PASSWORD'],
]

/** Edit distance up to which a variable counts as a misspelt setting; two swapped letters are two edits. */
const MAX_EDITS = 2

/** Two edits of a shorter name, such as HOME or POST, can make another word. */
const MIN_NAME_LENGTH = 8

interface ConfigSources {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Settings files that Node has read variables from. */
  readonly envFiles: readonly string[]
}

/**
 * Finds problems that no schema detects, a line each: variables that look like a misspelt setting, unknown variables in
 * settings files, and settings files that other users of the machine can read.
 */
export function findConfigWarnings({ env, envFiles }: ConfigSources): readonly string[] {
  const fileVariables = envFiles.flatMap((file) => Object.keys(parseEnv(readFileSync(file, 'utf8'))))
  const names = new Set([...Object.keys(env), ...fileVariables].filter((name) => !KNOWN_VARIABLES.includes(name)))
  const unknown = [...names].flatMap((name) => {
    const similarName = findSimilarVariable(name)
    if (similarName) return [`${name}: is not a setting and has no effect; ${similarName} is one`]
    return fileVariables.includes(name) ? [`${name}: is not a setting and has no effect; remove it from the file`] : []
  })
  return [
    ...unknown,
    ...envFiles.filter(isReadableByOthers).map((file) => `${file}: other users can read it; chmod 600 ${file}`),
  ]
}

function findSimilarVariable(name: string): string | undefined {
  if (name.length < MIN_NAME_LENGTH) return undefined
  const [closest] = KNOWN_VARIABLES.map((setting) => ({ setting, edits: distance(name.toUpperCase(), setting) })).sort(
    (a, b) => a.edits - b.edits,
  )
  return closest && closest.edits <= MAX_EDITS ? closest.setting : undefined
}

/** Always false on Windows, which has no file modes. */
const isReadableByOthers = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0

/** The existing settings files that Node's command line names. */
export const getEnvFiles = (execArgv: readonly string[]): readonly string[] =>
  execArgv
    .flatMap((argument) => /^--env-file(?:-if-exists)?=(.+)$/.exec(argument)?.slice(1) ?? [])
    .filter((file) => existsSync(file))
