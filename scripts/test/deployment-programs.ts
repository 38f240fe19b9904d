import { spawnSync } from 'node:child_process'
import { UserError } from '#shared/user-error.ts'

/** The programs that the tests run, with their Debian packages. */
const PACKAGES: Readonly<Record<string, string>> = {
  caddy: 'caddy',
  nginx: 'nginx',
  'systemd-analyze': 'systemd',
  pg_ctlcluster: 'postgresql',
  promtool: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
}

/** Throws `UserError` where the tests of `deploy/` cannot run: without root, or without one of the programs. */
export function requireDeploymentPrograms(): void {
  if (process.getuid?.() !== 0) throw new UserError('The deployment tests need root: they bind ports and change users')
  const missing = Object.keys(PACKAGES).filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const packages = missing.map((name) => PACKAGES[name]).join(' ')
  throw new UserError(
    `The deployment tests need programs that are not installed: ${missing.join(', ')}. Install them:\napt-get install --no-install-recommends ${packages}`,
  )
}

const isInstalled = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
