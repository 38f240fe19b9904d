import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { COMMANDS } from '#scripts/commands.mjs'
import { createCommandEnv } from '#scripts/test/command-env.ts'

const run = (script: string, args: readonly string[], envFile: string) =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [`--env-file=${envFile}`, script, ...args],
      { env: createCommandEnv() },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })

/** Arguments for the scripts that need one. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'scripts/cms.ts': ['plan'],
  'scripts/messages.ts': ['list'],
}

test.concurrent.for([...new Set(Object.values(COMMANDS).map(({ script }) => script))])(
  '%s names a settings file in UTF-16, with the remedy, and does nothing',
  async (script, { onTestFinished }) => {
    const file = join(await createTestFolder(onTestFinished), '.env')
    await writeFile(file, '\uFEFFPORT=3000\r\n', 'utf16le')
    expect(await run(script, ARGUMENTS[script] ?? [], file)).toEqual({
      code: 1,
      output: `${file}: is saved as UTF-16; save it as UTF-8\n`,
    })
  },
)

test('reads a settings file with a byte order mark, and lists the releases of its folder, the newest first', async () => {
  const folder = await createTestFolder()
  const file = join(folder, '.env')
  await writeFile(file, `\uFEFFRELEASES_FOLDER=${folder}\r\n`)
  const list = () => run('scripts/releases.ts', [], file)
  expect(await list()).toEqual({ code: 1, output: `There is no release in ${folder}: run npm run build\n` })
  const [one, two, three] = [1, 2, 3].map((day) => `2026010${day}T000000000Z-00000000`)
  for (const id of [one, two, three]) await mkdir(join(folder, `${id}`))
  await writeFile(join(folder, 'active.json'), JSON.stringify({ releases: [two, one, three] }))
  expect(await list()).toEqual({ code: 0, output: `${three}\n${two}  active\n${one}\n` })
})
