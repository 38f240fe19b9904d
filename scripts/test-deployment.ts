import { spawnSync } from 'node:child_process'
import { onShutdown } from '#server/shutdown.ts'
import { UserError } from '#shared/user-error.ts'
import { runCommand } from './cli/run-command.ts'
import { omitSiteVariables, runVitest, stopTools } from './test/checks.ts'
import { formatCounts } from './test/test-report.ts'

/** Programs that the tests run. Their Debian packages have the same names unless PACKAGES differs. */
const PROGRAMS = ['caddy', 'nginx', 'systemd-analyze', 'promtool', 'prometheus-alertmanager'] as const
const PACKAGES: Readonly<Record<string, string>> = { 'systemd-analyze': 'systemd', promtool: 'prometheus' }

/** `npm run test:deployment`: tests the files of `deploy/` with the programs that read them. */
process.exitCode = 1 // an interrupted run counts as failed
onShutdown(async () => stopTools())

await runCommand(async () => {
  if (process.getuid?.() !== 0) throw new UserError('npm run test:deployment installs programs: run it as root')
  installPrograms()
  const counts = await runVitest(['deployment'], omitSiteVariables(process.env), {
    files: process.argv.slice(2),
    watch: false,
  })
  console.log(`\n${formatCounts(counts)}`)
  process.exit(counts.failed > 0 ? 1 : 0)
})

/** Installs missing programs. Throws `UserError` when that fails. */
function installPrograms(): void {
  const missing = PROGRAMS.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const packages = missing.map((name) => PACKAGES[name] ?? name)
  console.log(`Installing ${packages.join(', ')} …`)
  const install = `apt-get update -q && apt-get install -q -y --no-install-recommends ${packages.join(' ')}`
  spawnSync('sh', ['-c', install], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  const failed = missing.filter((name) => !isInstalled(name))
  if (failed.length > 0)
    throw new UserError(`${failed.join(', ')} could not be installed: install ${packages.join(', ')}`)
}

function isInstalled(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0
}
