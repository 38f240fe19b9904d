/**
 * Commands that need the package set `runtime` only, which is the `dependencies` of package.json. Every other command
 * needs the set `all`, which adds the `devDependencies`.
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

/** Returns the package set that a script needs: `runtime` or `all`. */
export function getPackageSet(script, args) {
  // `cms types` runs GraphQL Code Generator.
  if (script === 'scripts/cms.ts' && args[0] === 'types') return 'all'
  return RUNTIME_SCRIPTS.includes(script) ? 'runtime' : 'all'
}

/** Returns the paths in package-lock.json that an installation of the set must contain on any platform. */
export function listRequiredPaths(packages, set) {
  const isRequired = ({ dev, optional, devOptional }) => !optional && (set === 'all' || !(dev || devOptional))
  return Object.keys(packages).filter((path) => path !== '' && isRequired(packages[path]))
}

/** Returns the npm flag for a package set. It overrides NODE_ENV and .npmrc. */
export const getNpmFlag = (set) => (set === 'all' ? '--include=dev' : '--omit=dev')
