import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { type MigrateOptions, runMigrationScripts } from '#cms/sync/migrate/run-migration-scripts.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'

/** Adds a field to photos. */
export const CREATE_FIELD = `export default (migration) => {
  migration.editContentType('photo').createField('place', { name: 'Place', type: 'Symbol' })
}
`

/** Fills the field that the first script adds. */
export const TRANSFORM_ENTRIES = `export default (migration) => {
  migration.transformEntries({
    contentType: 'photo',
    from: ['alt'],
    to: ['place'],
    transformEntryForLocale: ({ alt }, locale) => ({ place: 'At ' + alt[locale] }),
  })
}
`

/** Deletes a field that has values. In the format of CommonJS, as in the documentation of contentful-migration. */
export const DELETE_FIELD = `module.exports = function (migration) {
  migration.editContentType('photo').deleteField('kind')
}
`

/** Creates a folder of migration scripts for the running test, and a function that runs them without questions. */
export async function createMigrationFolder(scripts: Readonly<Record<string, string>>) {
  const folder = await createTestFolder()
  const write = (file: string, text: string) => writeFile(join(folder, file), text)
  for (const [file, text] of Object.entries(scripts)) await write(file, text)
  return {
    folder,
    write,
    async run(url: string, options: Partial<MigrateOptions> = {}) {
      const lines: string[] = []
      const connection = getLocalConnection(url, 'management')
      const defaults = { connection, folder, yes: true, log: (line: string) => lines.push(line) }
      return { ...(await runMigrationScripts({ ...defaults, ...options })), lines }
    },
  }
}
