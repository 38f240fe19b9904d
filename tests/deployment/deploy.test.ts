import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '#scripts/dev/ports.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'

let folder: string
let root: string
let health: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-'))
  root = join(folder, 'site')
  const port = await findFreePort(18_750)
  health = `http://127.0.0.1:${port}/health/live`
  await writeFiles(join(folder, 'bin'), { runuser: RUNUSER, systemctl: SYSTEMCTL })
  for (const name of ['runuser', 'systemctl']) await chmod(join(folder, 'bin', name), 0o755)
  await writeFiles(root, {
    '.env': `BACKEND_FOLDER=${root}/data\nRELEASES_FOLDER=${root}/releases\nPORT=${port}\n`,
    'releases/active': '',
  })
  execFileSync('git', ['init', '-q', '-b', 'main', join(folder, 'project')])
  await commit('one', {})
  execFileSync('git', ['clone', '-q', '--mirror', join(folder, 'project'), join(root, 'repository.git')])
})

afterEach(async () => {
  const pid = await readFile(join(folder, 'pid'), 'utf8').catch(() => '')
  if (pid) spawnSync('kill', [pid.trim()])
  await rm(folder, { recursive: true, force: true })
})

/** In place of runuser: this machine has no user "site". */
const RUNUSER = '#!/bin/sh\nshift 3\nexec "$@"\n'

/** In place of systemd: starts the server of the link `current`. */
const SYSTEMCTL = `#!/bin/sh
pid=$(cat "$TEST_FOLDER/pid" 2>/dev/null)
[ -z "$pid" ] || kill "$pid"
while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
cd "$SITE_ROOT/current"
node_modules/node/bin/node --env-file-if-exists=.env server/main.ts >/dev/null 2>&1 9<&- &
echo $! >"$TEST_FOLDER/pid"
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
    const name = 'release-' + readFileSync('version', 'utf8')
    mkdirSync(process.env.RELEASES_FOLDER + '/' + name, { recursive: true })
    writeFileSync(process.env.RELEASES_FOLDER + '/active', name)`,
  'scripts/releases.ts': `
    import { existsSync, readFileSync, writeFileSync } from 'node:fs'
    const [command, name] = process.argv.slice(2)
    const folder = process.env.RELEASES_FOLDER
    if (!command) console.log(readFileSync(folder + '/active', 'utf8') + '  active')
    else if (existsSync(folder + '/' + name)) writeFileSync(folder + '/active', name)
    else process.exit(1)`,
  'server/main.ts': `
    import { createServer } from 'node:http'
    import { readFileSync } from 'node:fs'
    if (process.argv.includes('--check')) process.exit()
    createServer((_, response) => response.end(readFileSync('version', 'utf8'))).listen(process.env.PORT, '127.0.0.1')`,
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
  const { status, stderr } = spawnSync(resolve('deploy/deploy.sh'), args, {
    env: createCommandEnv({
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      SITE_ROOT: root,
      SITE_HEALTH_URL: health,
      SITE_START_SECONDS: '5',
      TEST_FOLDER: folder,
      HOME: folder,
      npm_config_registry: 'http://127.0.0.1:9', // nothing listens there
      npm_config_fetch_retries: '0',
    }),
    encoding: 'utf8',
  })
  return { status, stderr }
}

/** What the running server answers, and the active release. */
const readState = async () => ({
  runs: await (await fetch(health, { headers: { connection: 'close' } })).text(),
  pages: await readFile(join(root, 'releases/active'), 'utf8'),
})

const ONE = { runs: 'one', pages: 'release-one' }
const TWO = { runs: 'two', pages: 'release-two' }

test('§12 Pages: a deployment runs the newest commit with its release, and a rollback the version before with its own', async () => {
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
}, 60_000)

test('while the registry is away a deployment changes nothing, and restart and rollback work', async () => {
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
  const before = await readdir(join(root, 'versions'))
  expect(deploy()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The packages cannot be installed. Nothing was changed.'),
  })
  expect(await readdir(join(root, 'versions'))).toEqual(before)
  expect(await readState()).toEqual(TWO)
  spawnSync(join(folder, 'bin/systemctl'), { env: createCommandEnv({ SITE_ROOT: root, TEST_FOLDER: folder }) })
  await expect.poll(() => readState().catch(() => undefined)).toEqual(TWO)
  expect(deploy('rollback')).toMatchObject({ status: 0 })
  expect(await readState()).toEqual(ONE)
}, 60_000)

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
    'does not start: journalctl -u pipeline-site says why.',
  ],
])(
  'a version that %s leaves the running one and its pages',
  async (_, files, reason) => {
    deploy()
    const current = await readlink(join(root, 'current'))
    await commit('two', files)
    expect(deploy()).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) })
    expect(await readState()).toEqual(ONE)
    expect(await readlink(join(root, 'current'))).toBe(current)
  },
  120_000,
)

test('old versions are removed, but neither the running one nor the one before', async () => {
  deploy()
  deploy()
  const links = [await readlink(join(root, 'current')), await readlink(join(root, 'previous'))]
  const unfinished = Array.from({ length: 6 }, (_, day) => `versions/2999010${day + 1}T000000Z-00000000`)
  for (const version of unfinished) await mkdir(join(root, version))
  expect(deploy()).toMatchObject({ status: 0 })
  const versions = (await readdir(join(root, 'versions'))).map((name) => `versions/${name}`)
  expect(versions.sort()).toEqual([...links.slice(0, 1), await readlink(join(root, 'current')), ...unfinished.slice(1)])
}, 60_000)
