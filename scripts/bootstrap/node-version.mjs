/** The oldest Node version on which `npm ci` and the packages' install scripts run. */
const NEEDED = [20, 19]

/** Returns a one-line error with the remedy where this Node version is too old, otherwise `null`. */
export function findNodeVersionError(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null
  return `Node ${version} is too old: ${NEEDED.join('.')} or newer is needed. Install a current one (https://nodejs.org, or your version manager) and run the command again.`
}
