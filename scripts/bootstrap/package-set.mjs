/**
 * The two sets of packages that can be installed: `runtime` is the `dependencies` of package.json, `all` adds the
 * `devDependencies`. Every command runs with `all` except these.
 */
const RUNTIME_SCRIPTS = [
  'scripts/start.ts',
  'scripts/build.ts',
  'server/main.ts',
  'scripts/releases.ts',
  'scripts/cms.ts',
  'scripts/messages.ts',
  'scripts/backup.ts',
  'scripts/restore.ts',
  'scripts/copy-database.ts',
]

/** Returns the set of packages that a script needs. */
export function packageSetFor(script, args) {
  // `cms types` runs GraphQL Code Generator.
  if (script === 'scripts/cms.ts' && args[0] === 'types') return 'all'
  return RUNTIME_SCRIPTS.includes(script) ? 'runtime' : 'all'
}

/** Returns the paths in package-lock.json that an installation of the set must contain, on any platform. */
export function requiredPaths(packages, set) {
  const isRequired = ({ dev, optional, devOptional }) => !optional && (set === 'all' || !(dev || devOptional))
  return Object.keys(packages).filter((path) => path !== '' && isRequired(packages[path]))
}

/** Tells npm which set to install, whatever NODE_ENV or .npmrc say. */
export const npmFlagFor = (set) => (set === 'all' ? '--include=dev' : '--omit=dev')
