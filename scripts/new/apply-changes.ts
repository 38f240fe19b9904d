import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  GENERATED_CODE_FOLDER,
  MODEL_FILE,
  MODEL_QUERIES_FILE,
  SCHEMA_FILE,
  SEED_TYPE_CHECK_FILE,
  SITE_PATHS_FILE,
} from '#scripts/build/generated-files.ts'
import { updateModelFiles } from '#scripts/build/model-files.ts'
import { ROUTER_CONFIG } from '#scripts/build/router-config.ts'
import { MEDIA_FOLDER } from '#scripts/cms/folders.ts'
import { UserError } from '#shared/user-error.ts'
import { writeFilesAtomic } from '#shared/write-file-atomic.ts'

/** Files that `npm run types` writes, without those in `GENERATED_CODE_FOLDER`. */
const GENERATED_FILES = [
  MODEL_FILE,
  SITE_PATHS_FILE,
  SCHEMA_FILE,
  MODEL_QUERIES_FILE,
  SEED_TYPE_CHECK_FILE,
  ROUTER_CONFIG.generatedRouteTree,
]

/**
 * Writes files, regenerates what depends on them, and formats them. Restores all files if something fails. Returns the
 * paths of the generated files that changed. Throws `UserError`.
 */
export async function applyChanges(files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const generated = (await readdir(GENERATED_CODE_FOLDER)).map((name) => join(GENERATED_CODE_FOLDER, name))
  const before = await readFiles([...files.keys(), ...GENERATED_FILES, ...generated])
  const newFolders = await createFolders([...files.keys()].map(dirname))
  try {
    await writeFilesAtomic(toBuffers(files))
    const changed = await regenerate()
    await formatFiles([...files.keys()])
    return changed
  } catch (error) {
    await restoreFiles(before)
    for (const folder of newFolders) await rmdir(folder).catch(() => {})
    throw toUserError(error)
  }
}

/** Regenerates all files that depend on the model. Imports the model, so it must not be imported earlier. */
async function regenerate(): Promise<readonly string[]> {
  const modelFiles = await updateModelFiles({ check: false })
  const { generateTypes } = await import('#scripts/cms/generate-types.ts')
  const { formatTypesReport } = await import('#scripts/cms/types-report.ts')
  const { readSeed } = await import('#cms/seed/read-seed.ts')
  const { listSeedProblems } = await import('#cms/seed/validate-seed.ts')
  const { bundleContent } = await import('#scripts/build/bundle-content.ts')
  const problems = await listSeedProblems(readSeed(), { mediaFolder: MEDIA_FOLDER })
  if (problems.length > 0) throw new UserError(problems)
  const report = await generateTypes({ check: false, print: false, modelFiles })
  if (!report.isWritten || report.routeProblems.length > 0) throw new UserError(formatTypesReport(report))
  await bundleContent()
  return [...modelFiles, ...report.stale]
}

/** Formats files and sorts their imports. Throws `UserError` if they break a rule of the linter. */
async function formatFiles(files: readonly string[]): Promise<void> {
  const args = ['check', '--write', '--reporter=summary', ...files]
  const biome = spawn(join('node_modules', '.bin', 'biome'), args, { shell: process.platform === 'win32' })
  const output = await Promise.all([text(biome.stdout), text(biome.stderr)])
  if (biome.exitCode === null) await once(biome, 'exit')
  if (biome.exitCode !== 0)
    throw new UserError(`Nothing is written, because the files break a rule:\n${output.join('').trim()}`)
}

/** Reads files; `undefined` for a missing one. */
const readFiles = async (paths: readonly string[]): Promise<ReadonlyMap<string, Buffer | undefined>> =>
  new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path).catch(() => undefined)] as const)))

async function restoreFiles(before: ReadonlyMap<string, Buffer | undefined>): Promise<void> {
  for (const [path, content] of before) {
    if (content === undefined) await rm(path, { force: true })
    else if (!content.equals(await readFile(path))) await writeFilesAtomic(new Map([[path, content]]))
  }
}

const toBuffers = (files: ReadonlyMap<string, string>) =>
  new Map([...files].map(([path, content]) => [path, Buffer.from(content)]))

/** Creates folders and returns those that did not exist. */
async function createFolders(folders: readonly string[]): Promise<readonly string[]> {
  const created: string[] = []
  for (const folder of new Set(folders)) {
    const first = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw toUserError(error)
    })
    if (first) created.push(folder)
  }
  return created
}

function toUserError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof UserError || !('syscall' in error)) return error
  return new UserError(`Nothing is written, because a file operation failed: ${error.message}`)
}
