import { readdir } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MigrationFunction } from 'contentful-migration'
import { getErrorMessage, UserError } from '#shared/user-error.ts'

/** A script in the format of contentful-migration. */
export interface MigrationScript {
  /** The file name without its extension. The space stores it. */
  readonly name: string
  readonly file: string
}

const SCRIPT_FILE = /(?<!\.d|\.test)\.(?:ts|js|mjs|cjs)$/

/** Names become ids of entries, which have at most 64 characters (docs/contentful.md). */
const SCRIPT_NAME = /^[A-Za-z0-9][\w-]{0,53}$/

/** Returns the scripts of a folder in the order of their file names. Throws `UserError` if a name is unusable. */
export async function readMigrationScripts(folder: string): Promise<readonly MigrationScript[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new UserError(`${folder} cannot be read (${getErrorMessage(error)}): run this in the folder of the project`)
  })
  const scripts = files
    .filter((file) => SCRIPT_FILE.test(file))
    .map((file) => ({ name: parse(file).name, file: join(folder, file) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const problems = scripts.flatMap(({ name, file }, index) => {
    if (!SCRIPT_NAME.test(name))
      return [`${file}: use at most 54 letters, digits, hyphens and underscores, as in 0001-delete-fax.ts`]
    return scripts[index + 1]?.name === name ? [`${file}: another script has the same name: rename one`] : []
  })
  if (problems.length > 0) throw new UserError(problems)
  return scripts
}

/** Imports the function of a script. Throws `UserError` if it cannot be imported or exports no function. */
export async function importMigration({ file }: MigrationScript): Promise<MigrationFunction> {
  const module: unknown = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new UserError(`${file} cannot be imported: ${getErrorMessage(error)}`)
  })
  const migration = typeof module === 'object' && module && 'default' in module ? module.default : undefined
  if (isMigrationFunction(migration)) return migration
  throw new UserError(`${file} exports no migration: export default (migration) => { … }`)
}

const isMigrationFunction = (value: unknown): value is MigrationFunction => typeof value === 'function'
