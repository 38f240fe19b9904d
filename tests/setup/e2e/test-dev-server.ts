import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'

/** The development server of `npm run dev` on a copy of the sources, which tests may change. */
export interface TestDevServer {
  readonly url: string
  /** Returns everything that the server has printed. */
  readonly output: () => string
  /** Replaces a text in a file of the copy. Throws when the file does not contain it. */
  readonly edit: (file: string, from: string, to: string) => Promise<void>
  readonly write: (file: string, text: string) => Promise<void>
  readonly read: (file: string) => Promise<string>
  readonly stop: () => Promise<void>
}

interface DevSiteOptions {
  readonly port: number
  readonly cmsPort: number
  readonly env: Readonly<Record<string, string>>
  /** Keeps all 120 photos of the gallery. By default four are kept, for a faster start. */
  readonly hasAllPhotos?: boolean
}

const COPIED = [
  'cms',
  'scripts',
  'server',
  'shared',
  'src',
  'codegen.ts',
  'index.html',
  'package.json',
  'tsconfig.base.json',
  'tsconfig.browser.json',
  'tsconfig.json',
  'tsconfig.server.json',
  'tsconfig.tools.json',
  'vite.config.ts',
]

const FEW_PHOTOS = 4

const ready = z.object({ url: z.url() })

/** Copies the project to a temporary folder and starts `npm run dev` there. Throws with the output when it fails. */
export async function startTestDevServer({
  port,
  cmsPort,
  env,
  hasAllPhotos = false,
}: DevSiteOptions): Promise<TestDevServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dev-site-'))
  await copyProject(folder)
  if (!hasAllPhotos) await keepFewPhotos(folder)
  const child = fork(join(folder, 'scripts/dev.ts'), {
    cwd: folder,
    env: { ...process.env, ...env, BACKEND_FOLDER: '.backend', PORT: String(port), CMS_PORT: String(cmsPort) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text
    })
  }
  const stop = async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  const path = (file: string) => join(folder, file)
  const read = (file: string) => readFile(path(file), 'utf8')
  try {
    const exit = once(child, 'exit').then(() => Promise.reject(new Error('The process exited')))
    const [message]: unknown[] = await Promise.race([once(child, 'message'), exit])
    return {
      url: ready.parse(message).url,
      output: () => output,
      read,
      edit: async (file, from, to) => {
        const text = await read(file)
        if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
        await writeFile(path(file), text.replace(from, to))
      },
      write: async (file, text) => {
        await mkdir(dirname(path(file)), { recursive: true })
        await writeFile(path(file), text)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw new Error(`The development server did not start:\n${output}`, { cause: error })
  }
}

async function copyProject(folder: string): Promise<void> {
  await Promise.all([
    ...COPIED.map((name) => cp(name, join(folder, name), { recursive: true })),
    symlink(resolve('public'), join(folder, 'public')),
    linkPackages(folder),
  ])
}

/** Links each package separately, because Vite writes its cache into the node_modules of the copy. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules')
  await mkdir(packages)
  const names = (await readdir('node_modules')).filter((name) => !name.startsWith('.') || name === '.bin')
  await Promise.all(
    names.map((name) => {
      const [from, to] = [resolve('node_modules', name), join(packages, name)]
      // Copied, because Vite serves only files inside the project folder.
      return name === '@fontsource-variable' ? cp(from, to, { recursive: true }) : symlink(from, to)
    }),
  )
}

const objects = z.record(z.string(), z.record(z.string(), z.unknown()))
const galleryPages = z.record(z.string(), z.looseObject({ images: z.array(z.string()) }))

async function keepFewPhotos(folder: string): Promise<void> {
  const change = async <Content>(file: string, schema: z.ZodType<Content>, edit: (content: Content) => unknown) => {
    const path = join(folder, 'cms/seed', file)
    const edited = edit(schema.parse(JSON.parse(await readFile(path, 'utf8'))))
    await writeFile(path, `${JSON.stringify(edited, null, 2)}\n`)
  }
  const kept = new Set<unknown>()
  const removed = new Set<unknown>()
  await change('entries/gallery-image.json', objects, (photos) => {
    const entries = Object.entries(photos)
    entries.forEach(([id, { photo }], index) => {
      const names = index < FEW_PHOTOS ? kept : removed
      names.add(id).add(photo)
    })
    return Object.fromEntries(entries.slice(0, FEW_PHOTOS))
  })
  await change('entries/gallery-page.json', galleryPages, (pages) =>
    Object.fromEntries(
      Object.entries(pages).map(([id, page]) => [
        id,
        { ...page, images: page.images.filter((name) => kept.has(name)) },
      ]),
    ),
  )
  await change('assets.json', objects, (assets) =>
    Object.fromEntries(Object.entries(assets).filter(([id]) => kept.has(id) || !removed.has(id))),
  )
}
