import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { getFreePort } from '#tests/setup/process/free-port.ts'

/** The development server of `npm run dev` on a copy of the sources, which tests may change. */
export interface TestDevServer {
  readonly url: string
  /** Returns everything that the server has printed. */
  readonly output: () => string
  /** Replaces a text in a file of the copy. Throws when the file does not contain it. */
  readonly edit: (file: string, from: string, to: string) => Promise<void>
  readonly read: (file: string) => Promise<string>
  readonly stop: () => Promise<void>
}

interface TestDevServerOptions {
  readonly env: Readonly<Record<string, string>>
  /** Where the copy is. It stays there, and the next start is faster by what Vite has cached. */
  readonly folder: string
}

const COPIED_FILES = [
  'cms',
  'packages',
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

const REDUCED_PHOTO_COUNT = 4

const readyMessageSchema = z.object({ url: z.url() })

/**
 * Copies the project to a folder and starts `npm run dev` there on free ports, with four photos and without the compiler. Throws with the
 * output when it fails.
 */
export async function startTestDevServer({ env, folder: keptFolder }: TestDevServerOptions): Promise<TestDevServer> {
  const folder = resolve(keptFolder)
  await copyProject(folder)
  await removeMostPhotos(folder)
  const ports = { PORT: String(await getFreePort()), CMS_PORT: String(await getFreePort()) }
  const child = fork(join(folder, 'scripts/dev.ts'), {
    cwd: folder,
    env: { ...process.env, ...env, BACKEND_FOLDER: '.backend', ...ports },
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
  }
  const path = (file: string) => join(folder, file)
  const read = (file: string) => readFile(path(file), 'utf8')
  try {
    const exit = once(child, 'exit').then(() => Promise.reject(new Error('The process exited')))
    const [message]: unknown[] = await Promise.race([once(child, 'message'), exit])
    return {
      url: readyMessageSchema.parse(message).url,
      output: () => output,
      read,
      edit: async (file, from, to) => {
        const text = await read(file)
        if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
        await writeFile(path(file), text.replace(from, to))
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw new Error(`The development server did not start:\n${output}`, { cause: error })
  }
}

/** Replaces sources, state and links of an earlier copy; caches stay. */
async function copyProject(folder: string): Promise<void> {
  for (const name of [...COPIED_FILES, 'public', '.contentful', '.backend'])
    await rm(join(folder, name), { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all([
    ...COPIED_FILES.map((name) => cp(name, join(folder, name), { recursive: true, preserveTimestamps: true })),
    symlink(resolve('public'), join(folder, 'public')),
    linkPackages(folder),
  ])
}

/** Links each package separately, because Vite writes its cache into the node_modules of the copy. */
async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules')
  await mkdir(packages, { recursive: true })
  const names = (await readdir('node_modules')).filter((name) => !name.startsWith('.') || name === '.bin')
  await Promise.all(
    names.map(async (name) => {
      const [source, target] = [resolve('node_modules', name), join(packages, name)]
      await rm(target, { recursive: true, force: true })
      // The fonts are copied, because Vite serves only files inside the project folder.
      await (name === '@fontsource-variable' ? cp(source, target, { recursive: true }) : symlink(source, target))
    }),
  )
  await replaceCompiler(join(packages, 'typescript'))
}

/** A compiler that finds no errors: the real one takes half of the test's CPU time (type-check-plugin.test.ts shows errors). */
async function replaceCompiler(folder: string): Promise<void> {
  await rm(folder)
  await mkdir(join(folder, 'bin'), { recursive: true })
  await writeFile(join(folder, 'bin/tsc'), '')
}

const recordsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
const galleryFileSchema = z.object({
  galleryPage: z.record(z.string(), z.looseObject({ images: z.array(z.string()) })),
  galleryImage: recordsSchema,
})

async function removeMostPhotos(folder: string): Promise<void> {
  const changeSeedFile = async <Content>(
    file: string,
    schema: z.ZodType<Content>,
    change: (content: Content) => unknown,
  ) => {
    const path = join(folder, 'cms/seed', file)
    const changed = change(schema.parse(JSON.parse(await readFile(path, 'utf8'))))
    await writeFile(path, `${JSON.stringify(changed, null, 2)}\n`)
  }
  const keptIds = new Set<unknown>()
  const removedIds = new Set<unknown>()
  await changeSeedFile('entries/gallery.json', galleryFileSchema, ({ galleryPage, galleryImage }) => {
    const photos = Object.entries(galleryImage)
    photos.forEach(([id, { photo }], index) => {
      const ids = index < REDUCED_PHOTO_COUNT ? keptIds : removedIds
      ids.add(id).add(photo)
    })
    const pages = Object.entries(galleryPage).map(([id, page]) => [
      id,
      { ...page, images: page.images.filter((imageId) => keptIds.has(imageId)) },
    ])
    return {
      galleryPage: Object.fromEntries(pages),
      galleryImage: Object.fromEntries(photos.slice(0, REDUCED_PHOTO_COUNT)),
    }
  })
  await changeSeedFile('assets.json', recordsSchema, (assets) =>
    Object.fromEntries(Object.entries(assets).filter(([id]) => keptIds.has(id) || !removedIds.has(id))),
  )
}
