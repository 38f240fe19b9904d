import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '#scripts/dev/ports.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'

let folder: string
let root: string
let url: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  root = join(folder, 'site')
  const port = await findFreePort(18_750)
  url = `http://127.0.0.1:${port}/health/live`
  await writeFiles(join(folder, 'bin'), { runuser: RUNUSER, systemctl: SYSTEMCTL })
  await writeFiles(folder, { address: `127.0.0.1:${port} (Stream)\n`, 'units/empty': '' })
  for (const name of ['runuser', 'systemctl']) await chmod(join(folder, 'bin', name), 0o755)
  await writeFiles(root, {
    '.env': `BACKEND_FOLDER=${root}/data\nRELEASES_FOLDER=${root}/releases\nHOST=127.0.0.1\nPORT=${port}\n`,
    'releases/active': '',
    'versions/empty': '',
  })
  await rm(join(root, 'versions/empty'))
  await chmod(folder, 0o711)
  execFileSync('chown', ['-R', `${SITE_USER}:${SITE_USER}`, root])
  execFileSync('git', ['init', '-q', '-b', 'main', join(folder, 'project')])
  await commit('one', {})
  execFileSync('git', ['clone', '-q', '--mirror', join(folder, 'project'), join(folder, 'repository.git')])
})

afterEach(async () => {
  const pid = await readFile(join(folder, 'pid'), 'utf8').catch(() => '')
  if (pid) spawnSync('kill', [pid.trim()])
  await rm(folder, { recursive: true, force: true })
})

/** In place of the user "site", which this machine does not have. */
const SITE_USER = 65_534
const RUNUSER = `#!/bin/sh\nshift 3\nexec setpriv --reuid=${SITE_USER} --regid=${SITE_USER} --clear-groups "$@"\n`

/**
 * In place of systemd: runs the server of the link `current` as pipeline-site, and that of the folder and variables of its
 * unit as pipeline-site-try. A process that has ended has failed.
 */
const SYSTEMCTL = `#!/bin/sh
pid=$TEST_FOLDER/pid
is_running() { [ -s "$1" ] && kill -0 "$(cat "$1")" 2>/dev/null; }
end() {
  is_running "$1" && kill "$(cat "$1")"
  while is_running "$1"; do sleep 0.05; done
}
run() {
  cd "$2"
  env $3 node_modules/node/bin/node --env-file-if-exists=.env server/main.ts >>"$TEST_FOLDER/log" 2>&1 9<&- &
  echo $! >"$1"
}
unit=$SITE_RUNTIME_UNITS/pipeline-site-try.service
case "$*" in
  "cat pipeline-site.service") printf '[Unit]\\nRequires=pipeline-site.socket\\n[Service]\\nWorkingDirectory=%s/current\\n' "$SITE_ROOT" ;;
  "show --value -p Listen pipeline-site.socket") cat "$TEST_FOLDER/address" ;;
  "show --value -p NRestarts"*) echo 0 ;;
  "restart pipeline-site") end "$pid"; run "$pid" "$SITE_ROOT/current" "" ;;
  "restart pipeline-site-try")
    cp "$unit" "$TEST_FOLDER/tried-unit"
    run "$pid.try" "$(sed -n 's/^WorkingDirectory=//p' "$unit")" "$(sed -n 's/^Environment=//p' "$unit")" ;;
  "stop pipeline-site-try") end "$pid.try" ;;
  "is-failed --quiet pipeline-site") ! is_running "$pid" ;;
  "is-failed --quiet pipeline-site-try") ! is_running "$pid.try" ;;
  daemon-reload | "reset-failed pipeline-site-try") ;;
  *) echo "unexpected: systemctl $*" >&2; exit 1 ;;
esac
`

/** A project with the commands that the script uses, and without packages of a registry. */
const PROJECT = {
  'package.json': '{ "name": "site", "type": "module", "dependencies": { "node": "file:packages/node" } }',
  'package-lock.json': JSON.stringify({
    name: 'site',
    lockfileVersion: 3,
    packages: {
      '': { name: 'site', dependencies: { node: 'file:packages/node' } },
      'node_modules/node': { resolved: 'packages/node', link: true },
      'packages/node': { name: 'node', version: '1.0.0' },
    },
  }),
  'packages/node/package.json': '{ "name": "node", "version": "1.0.0" }',
  'scripts/build.ts': `

    import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

    const name = '2-' + readFileSync('version', 'utf8')
    mkdirSync(process.env.RELEASES_FOLDER + '/' + name, { recursive: true })
    writeFileSync(process.env.RELEASES_FOLDER + '/active', name)`,
  'scripts/releases.ts': `

    import { existsSync, readFileSync, writeFileSync } from 'node:fs'

    const [command, name] = process.argv.slice(2)
    const folder = process.env.RELEASES_FOLDER
    writeFileSync(folder + '/asked', String(name), { flag: 'a' })
    if (!command) console.log(readFileSync(folder + '/active', 'utf8') + '  active')
    else if (name && existsSync(folder + '/' + name)) writeFileSync(folder + '/active', name)
    else process.exit(1)`,
  'server/main.ts': `

    import { readFileSync } from 'node:fs'
    import { createServer } from 'node:http'

    if (process.argv.includes('--check')) process.exit()
    createServer((_, response) => response.end(readFileSync('version', 'utf8'))).listen(process.env.PORT, process.env.HOST)`,
}

async function writeFiles(target: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(target, name)), { recursive: true })
    await writeFile(join(target, name), content)
  }
}

/** Commits a version of the project. Its server answers with the version's name. */
async function commit(version: string, files: Readonly<Record<string, string>>): Promise<void> {
  const project = join(folder, 'project')
  await writeFiles(project, { ...PROJECT, version, ...files })
  await mkdir(join(project, 'packages/node/bin'), { recursive: true })
  await symlink(process.execPath, join(project, 'packages/node/bin/node')).catch(() => {}) // is there
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost']
  execFileSync('git', ['-C', project, 'add', '-A'])
  execFileSync('git', ['-C', project, ...author, 'commit', '-q', '-m', version])
}

function deploy(...args: readonly string[]) {
  const env = createCommandEnv({
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    SITE_ROOT: root,
    SITE_REPOSITORY: join(folder, 'repository.git'),
    SITE_RUNTIME_UNITS: join(folder, 'units'),
    TEST_FOLDER: folder,
    HOME: root,
    npm_config_registry: 'http://127.0.0.1:9', // nothing listens there
    npm_config_fetch_retries: '0',
  })
  const { status, stderr } = spawnSync(resolve('deploy/deploy.sh'), args, { env, encoding: 'utf8' })
  return { status, stderr }
}

const readTriedPort = async () => /PORT=(\d+)/.exec(await readFile(join(folder, 'tried-unit'), 'utf8'))?.[1]

/** What the running server answers, and the active release. */
const readState = async () => ({
  runs: await (await fetch(url, { headers: { connection: 'close' } })).text(),
  pages: await readFile(join(root, 'releases/active'), 'utf8'),
})

const ONE = { runs: 'one', pages: '2-one' }
const TWO = { runs: 'two', pages: '2-two' }

test('§12.41 a deployment runs the newest commit with its release, and a rollback the version before with its own', async () => {
  expect(deploy()).toMatchObject({ status: 0 })
  expect(await readState()).toEqual(ONE)
  expect(deploy('rollback')).toMatchObject({ status: 1, stderr: expect.stringContaining('no version to return to') })
  await commit('two', {})
  expect(deploy()).toMatchObject({ status: 0 })
  expect(await readState()).toEqual(TWO)
  expect(deploy('rollback')).toMatchObject({ status: 0 })
  expect(await readState()).toEqual(ONE)
  expect(deploy('rollback')).toMatchObject({ status: 0 })
  expect(await readState()).toEqual(TWO)
})

test('§12.43 while the registry is away a deployment changes nothing, and a rollback works', async () => {
  deploy()
  await commit('two', {})
  deploy()
  const lock = JSON.parse(PROJECT['package-lock.json'])
  lock.packages[''].dependencies.zod = '4.0.0'
  lock.packages['node_modules/zod'] = { version: '4.0.0', resolved: 'http://127.0.0.1:9/zod/-/zod-4.0.0.tgz' }
  await commit('three', {
    'package.json': PROJECT['package.json'].replace('" }', '", "zod": "4.0.0" }'),
    'package-lock.json': JSON.stringify(lock),
  })
  const stderr = expect.stringContaining('The packages cannot be installed. Nothing was changed.')
  expect(deploy()).toMatchObject({ status: 1, stderr })
  expect(await readdir(join(root, 'versions'))).toHaveLength(2)
  expect(await readState()).toEqual(TWO)
  expect(deploy('rollback')).toMatchObject({ status: 0 })
  expect(await readState()).toEqual(ONE)
})

const FAILS_WITH_MESSAGES =
  "if (!process.argv.includes('--check') && process.env.BACKEND_FOLDER !== '/tmp/messages') process.exit(1)"

test.each([
  ['cannot be built', { 'scripts/build.ts': 'process.exit(1)' }, 'No release could be built. Nothing was changed.'],
  [
    'does not accept the settings',
    { 'server/main.ts': 'process.exit(1)' },
    'The settings in .env do not fit this version. Nothing was changed.',
  ],
  [
    'does not start',
    { 'server/main.ts': "process.exit(process.argv.includes('--check') ? 0 : 1)" },
    'It does not start: journalctl -u pipeline-site-try says why. Nothing was changed.',
  ],
  [
    'starts without the messages only',
    { 'server/main.ts': FAILS_WITH_MESSAGES + PROJECT['server/main.ts'] },
    /versions\/\S+ does not start: journalctl -u pipeline-site says why. versions\/\S+ runs again./,
  ],
])('§12.42 a version that %s leaves the running one and its pages', async (_, files, reason) => {
  deploy()
  const versions = await readdir(join(root, 'versions'))
  const readPid = () => readFile(join(folder, 'pid'), 'utf8')
  const running = await readPid()
  await commit('two', files)
  expect(deploy()).toMatchObject({ status: 1, stderr: expect.stringMatching(reason) })
  expect(await readState()).toEqual(ONE)
  // A version that does not start with the messages takes the running one away for a moment.
  expect((await readPid()) === running).toBe(typeof reason === 'string')
  expect(await readdir(join(root, 'versions'))).toEqual(versions)
  expect((await readdir(join(root, 'releases'))).filter((name) => name.startsWith('2'))).toEqual(['2-one'])
  expect(await readlink(join(root, 'current'))).toBe(`versions/${versions[0]}`)
})

test('§12.42 a version is tried under the rules of the unit, without messages, database and socket of the running one', async () => {
  deploy()
  const version = join(root, await readlink(join(root, 'current')))
  expect(await readFile(join(folder, 'tried-unit'), 'utf8')).toBe(`[Unit]
[Service]
WorkingDirectory=${version}
[Service]
Restart=no
RuntimeMaxSec=300
ReadWritePaths=-${version}/releases
Environment=HOST=127.0.0.1 PORT=${await readTriedPort()} METRICS_PORT= DATABASE_URL= BACKEND_FOLDER=/tmp/messages RELEASES_FOLDER=${version}/releases
`)
})

test('the server is asked at the address of its socket, as with several servers', async () => {
  const { port } = new URL(url)
  url = url.replace('127.0.0.1', '127.0.0.2')
  await writeFiles(folder, { address: `127.0.0.2:${port} (Stream)\n` })
  const settings = await readFile(join(root, '.env'), 'utf8')
  await writeFile(join(root, '.env'), settings.replace('127.0.0.1', '127.0.0.2'))
  expect(deploy()).toMatchObject({ status: 0 })
  expect(await readState()).toEqual(ONE)
  await writeFiles(folder, { address: '/run/site.sock (Stream)\n' })
  expect(deploy().stderr).toContain('pipeline-site.socket has no address with a port: set ListenStream in it.')
})

test('§12.44 root neither reads what the site’s user can write, nor gets it into a unit', async () => {
  await writeFile(join(folder, 'secret'), 'secret-4711', { mode: 0o600 })
  deploy()
  const node = `#!/bin/sh\ncase "$*" in *createServer*) printf '1\\nUser=root\\n' ;; *) exec ${process.execPath} "$@" ;; esac\n`
  await rm(join(folder, 'project/packages/node/bin/node'))
  await commit('two', { 'packages/node/bin/node': node })
  execFileSync('chmod', ['755', join(folder, 'project/packages/node/bin/node')])
  await commit('two', {})
  expect(deploy().status).toBe(1) // nothing answers on that port
  expect(await readFile(join(folder, 'tried-unit'), 'utf8')).not.toContain('User=root')

  await rm(join(folder, 'project/packages/node/bin/node'))
  await commit('three', {})
  deploy()
  const previous = await readlink(join(root, 'previous'))
  await rm(join(root, previous, '.release'))
  await symlink(join(folder, 'secret'), join(root, previous, '.release'))
  const { stderr } = deploy('rollback')
  expect(stderr).toContain('Permission denied')
  expect(stderr + (await readFile(join(root, 'releases/asked'), 'utf8'))).not.toContain('secret-4711')

  for (const link of [`${previous}\nUser=root`, '../../etc', `${previous}/../../data`]) {
    await rm(join(root, 'previous'))
    await symlink(link, join(root, 'previous'))
    deploy('rollback')
    expect(await readFile(join(folder, 'tried-unit'), 'utf8')).toMatch(
      new RegExp(`^\\[Unit\\]\n\\[Service\\]\nWorkingDirectory=${root}/versions/[0-9TZ]+-[0-9a-f]+\n\\[Service\\]\n`),
    )
  }
})

test('old versions and those of killed deployments are removed, but neither the running one nor the one before', async () => {
  deploy()
  deploy()
  const links = [await readlink(join(root, 'previous')), await readlink(join(root, 'current'))]
  const old = Array.from({ length: 6 }, (_, day) => `versions/2001010${day + 1}T000000Z-00000000`)
  for (const version of old) await writeFiles(join(root, version), { '.release': '2-one\n' })
  await mkdir(join(root, 'versions/29990101T000000Z-00000000')) // a killed deployment, while the clock was wrong
  execFileSync('chown', ['-R', `${SITE_USER}:${SITE_USER}`, root])
  expect(deploy()).toMatchObject({ status: 0 })
  const versions = (await readdir(join(root, 'versions'))).map((name) => `versions/${name}`)
  expect(versions.sort()).toEqual([...old.slice(4), ...links, await readlink(join(root, 'current'))])
})
