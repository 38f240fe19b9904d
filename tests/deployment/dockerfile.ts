import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** A line of a Dockerfile: RUN, COPY, ENV … and what follows. */
interface Instruction {
  readonly name: string
  readonly value: string
}

/** A Dockerfile's stage, built in a folder that is its root file system. */
interface Stage {
  readonly root: string
  workdir: string
  user: string
  env: Record<string, string>
  command: readonly string[]
  healthcheck: readonly string[]
}

interface BuiltImage {
  /** Starts a command as the image's user; the command of the image unless another one is named. */
  readonly run: (env: Readonly<Record<string, string>>, options?: RunOptions) => ChildProcess
  readonly healthcheck: readonly string[]
  readonly user: string
  /** Instructions that were not run, because they would change this machine. */
  readonly skipped: readonly string[]
}

interface RunOptions {
  readonly command?: readonly string[]
  /** As compose.yaml runs the site: the root file system is read-only but for /data, /tmp and the .cache of the project. */
  readonly isReadOnly?: boolean
}

interface BuildOptions {
  readonly dockerfile: string
  /** What COPY copies from. */
  readonly context: string
  /** An empty folder for the stages. */
  readonly folder: string
}

/**
 * Runs the instructions of a Dockerfile without a container runtime: each stage is a folder, with this machine's /usr mounted
 * into it, and commands run in it by chroot, in a mount namespace of their own. The base image's Node is that of the
 * package `node`. Commands of apt are not run. Needs root.
 */
export async function buildDockerfile({ dockerfile, context, folder }: BuildOptions): Promise<BuiltImage> {
  const stages = new Map<string, Stage>()
  const skipped: string[] = []
  let stage: Stage | undefined
  for (const { name, value } of parseDockerfile(await readFile(dockerfile, 'utf8'))) {
    if (name === 'FROM') {
      const alias = / AS (\S+)$/i.exec(value)?.[1] ?? `stage-${stages.size}`
      stage = await newStage(join(folder, alias))
      stages.set(alias, stage)
      continue
    }
    if (!stage) throw new Error(`${name} stands before FROM`)
    if (name === 'RUN' && value.includes('apt-get')) skipped.push(value)
    else await execute(stage, { name, value }, { context, stages })
  }
  const image = stage
  if (!image) throw new Error(`${dockerfile} has no stage`)
  return {
    run: (env, { command = image.command, isReadOnly = true } = {}) =>
      spawnIn(image, { env, command, isReadOnly, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    healthcheck: image.healthcheck,
    user: image.user,
    skipped,
  }
}

function parseDockerfile(text: string): readonly Instruction[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  return lines.filter(Boolean).map((line) => {
    const [name = '', ...rest] = line.split(' ')
    return { name, value: rest.join(' ') }
  })
}

interface Sources {
  readonly context: string
  readonly stages: ReadonlyMap<string, Stage>
}

async function execute(stage: Stage, { name, value }: Instruction, sources: Sources): Promise<void> {
  const words = value.split(' ')
  switch (name) {
    case 'WORKDIR':
      stage.workdir = value
      await mkdir(stage.root + value, { recursive: true })
      return
    case 'ENV':
      for (const word of words) stage.env[word.slice(0, word.indexOf('='))] = word.slice(word.indexOf('=') + 1)
      return
    case 'USER':
      stage.user = value
      return
    case 'COPY':
      return copy(stage, words, sources)
    case 'RUN':
      return runToEnd(stage, ['/bin/sh', '-c', value])
    case 'CMD':
      stage.command = JSON.parse(value)
      return
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(value.slice(value.indexOf('CMD ') + 'CMD '.length))
      return
    case 'EXPOSE':
    case 'VOLUME':
      return
    default:
      throw new Error(`The instruction ${name} is not known here`)
  }
}

async function copy(stage: Stage, words: readonly string[], { context, stages }: Sources): Promise<void> {
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = join(stage.root, stage.workdir, paths.at(-1) ?? '')
  for (const path of paths.slice(0, -1)) {
    const source = from ? join(stages.get(from)?.root ?? '', path) : join(context, path)
    // A folder is copied with its content, a file into the folder that the target names.
    const isInto = /^\.?$|\/$/.test(paths.at(-1) ?? '') && path !== '.'
    await mkdir(isInto ? target : dirname(target), { recursive: true })
    await promisify(execFile)('cp', ['-a', path === '.' ? `${source}/.` : source, isInto ? `${target}/` : target])
  }
}

const MACHINE = ['/usr', '/dev', '/proc', '/sys']

/** A root file system with this machine's programs, and a user "node" as the official image has it. */
async function newStage(root: string): Promise<Stage> {
  for (const path of [...MACHINE, '/tmp', '/data', '/root', '/home/node']) await mkdir(root + path, { recursive: true })
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
  await cp('/etc', join(root, 'etc'), { recursive: true, verbatimSymlinks: true })
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
  await writeFile(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  await cp('/root/.npmrc', join(root, 'root/.npmrc')).catch(() => {}) // the registry of this machine
  await mkdir(join(root, 'opt/node'), { recursive: true })
  await promisify(execFile)('cp', ['-a', dirname(process.execPath), join(root, 'opt/node/')])
  return { root, workdir: '/', user: 'root', env: {}, command: [], healthcheck: [] }
}

interface Command {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly isReadOnly?: boolean
  readonly stdio?: ('ignore' | 'inherit' | 'pipe' | 'ipc')[]
}

function spawnIn(stage: Stage, { command, env = {}, isReadOnly = false, stdio = ['ignore', 'pipe', 'pipe'] }: Command) {
  const mounts = MACHINE.map((path) => `mount --rbind ${path} "$ROOT${path}"`)
  const readOnly = [
    'mount --bind "$ROOT/data" "$ROOT/data"',
    'mount -o remount,bind,ro "$ROOT"',
    'mount -t tmpfs tmpfs "$ROOT/tmp"',
    `mount -t tmpfs -o uid=1000,gid=1000 tmpfs "$ROOT${stage.workdir}/.cache"`,
  ]
  const script = [
    'set -e',
    'mount --make-rprivate /',
    'mount --bind "$ROOT" "$ROOT"',
    ...mounts,
    ...(isReadOnly ? readOnly : []),
    `exec chroot --userspec=${stage.user}:${stage.user} "$ROOT" /usr/bin/env -C ${stage.workdir} "$@"`,
  ].join('\n')
  return spawn('unshare', ['-m', 'sh', '-c', script, 'sh', ...command], {
    env: {
      ROOT: stage.root,
      PATH: '/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      ...networkVariables(),
      HOME: stage.user === 'root' ? '/root' : '/home/node',
      ...stage.env,
      ...env,
    },
    stdio,
  })
}

/** How this machine reaches the package registry. */
const networkVariables = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_|(https?|no)_proxy$|NODE_EXTRA_CA_CERTS|SSL_CERT)/i.test(name),
    ),
  )

async function runToEnd(stage: Stage, command: readonly string[]): Promise<void> {
  const child = spawnIn(stage, { command })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`)
}
