import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'

const UNIT = 'deploy/systemd/pipeline-site-backup.service'
const FOLDER = '/var/backups/pipeline-site'

/** Reads the shell commands of the unit, in order, without the escapes of systemd. */
async function readCommands(folder: string): Promise<readonly string[]> {
  const unit = await readFile(UNIT, 'utf8')
  const scripts = [...unit.matchAll(/^ExecStart=\/bin\/sh -c '(.+)'$/gm)].map(([, script = '']) => script)
  return scripts.map((script) =>
    script
      .replaceAll('$$', '$')
      .replaceAll('%%', '%')
      .replaceAll('\\\\', '\\')
      .replaceAll(FOLDER, folder)
      .replace('/srv/pipeline-site/current/node_modules/node/bin/node', process.execPath),
  )
}

test('the timer adds a backup, and keeps the newest 48 and all files of other names', async () => {
  const parent = await createTestFolder()
  await (await openDatabase({ file: join(parent, 'backend.sqlite') })).destroy()
  const folder = join(parent, 'backups')
  await mkdir(folder)
  const old = Array.from({ length: 50 }, (_, n) => `messages-2024-01-01T00-00-${`${n}`.padStart(2, '0')}Z.sqlite`)
  const others = ['messages-2020.sqlite', 'messages-2020-01-01T00-00-00Z.sqlite.old', 'notes.txt']
  for (const name of [...old, ...others]) await writeFile(join(folder, name), '')

  const commands = await readCommands(folder)
  expect(commands).toHaveLength(2)
  for (const command of commands)
    expect(spawnSync('sh', ['-c', command], { env: createCommandEnv({ BACKEND_FOLDER: parent }) }).status).toBe(0)
  const names = (await readdir(folder)).sort()
  const added = names.filter((name) => ![...old, ...others].includes(name))
  expect(added).toEqual([expect.stringMatching(/^messages-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/)])
  expect(names).toEqual([...old.slice(3), ...others, ...added].sort())
})
