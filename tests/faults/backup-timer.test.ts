import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { getBackupRecord } from '#server/config/server-config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { insertQueuedEmail } from '#tests/setup/messages.ts'

const UNIT = 'deploy/systemd/pipeline-site-backup.service'

/** A clock that was 70 years ahead has written these names and times of files. */
const FUTURE = new Date('2096-01-01')
const createNames = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${`${from + n}`.padStart(6, '0')}-messages-2096-01-01T00-00-00Z.sqlite`)

/** Creates a folder with empty backups, and the unit's command for it. `shell` comes before the command. */
async function open(names: readonly string[], { message = '' } = {}) {
  const parent = await createTestFolder()
  const db = await openDatabase({ file: join(parent, 'backend.sqlite') })
  await insertQueuedEmail(db, { message })
  await db.destroy()
  const folder = join(parent, 'backups')
  await mkdir(folder)
  for (const name of names) {
    await writeFile(join(folder, name), '')
    await utimes(join(folder, name), FUTURE, FUTURE)
  }
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(await readFile(UNIT, 'utf8')) ?? []
  const unitCommand = command
    .replace('/srv/pipeline-site/current/node_modules/node/bin/node', process.execPath)
    .replace('/var/backups/pipeline-site', folder)
  const run = async (shell = '') => {
    const env = createCommandEnv({ BACKEND_FOLDER: parent })
    const [status] = await once(spawn('sh', ['-c', shell + unitCommand], { env, stdio: 'ignore' }), 'exit')
    return status
  }
  const list = async () => (await readdir(folder)).filter((name) => name !== '.lock').sort()
  return { run, list, record: getBackupRecord(parent) }
}

const FORMER = ['messages-2024-01-01T00-00-00Z.sqlite', 'messages-2096-01-02T00-00-00Z.sqlite']
const NEW = /^\d{6}-messages-20[2-8]\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/
const OTHERS = ['000001-messages.txt', 'messages-2020.sqlite', 'messages-2020-01-01T00-00-00Z.sqlite.old', 'notes.txt']

test('§12.63 the timer keeps the 48 backups of the highest numbers, whatever their times are', async () => {
  const part = '000051-messages-2024-01-01T00-00-00Z.sqlite.00000000-0000-0000-0000-000000000000.part'
  const { run, list, record } = await open([...FORMER, ...createNames(4, 47), ...OTHERS, part, `${part}-journal`])
  for (let count = 0; count < 2; count++) expect(await run()).toBe(0)
  const names = await list()
  const added = names.filter((name) => NEW.test(name))
  expect(added.map((name) => name.slice(0, 6))).toEqual(['000051', '000052'])
  expect(names).toEqual([...createNames(5, 46), ...added, ...OTHERS].sort())
  expect(Math.abs((await stat(record)).mtimeMs - Date.now())).toBeLessThan(60_000)
})

test('§12.63 runs at the same time each add a backup', async () => {
  const { run, list } = await open([], { message: 'x'.repeat(50_000_000) }) // takes longer than a start
  expect(await Promise.all([run(), run(), run()])).toEqual([0, 0, 0])
  expect((await list()).map((name) => name.slice(0, 6))).toEqual(['000001', '000002', '000003'])
})

test('§12.62 §12.64 a full disk leaves no file and deletes none', async () => {
  const names = createNames(1, 60)
  const { run, list, record } = await open(names)
  expect(await run('ulimit -f 8; ')).toBe(1) // maximum file size, in blocks of 512 bytes
  expect(await list()).toEqual(names)
  await expect(stat(record)).rejects.toThrow('ENOENT')
})
