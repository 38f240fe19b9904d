/** What the toolchain can be started with: below it npm's own `ci` and the packages' installers do not run. */
const NEEDED = [20, 19]

/** One line for whoever runs a Node that is too old to start: what is found, what is needed, the remedy; otherwise `null`. */
export function nodeProblem(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null
  return `Node ${version} is too old: ${NEEDED.join('.')} or newer is needed. Install a current one (https://nodejs.org, or your version manager) and run the command again.`
}
