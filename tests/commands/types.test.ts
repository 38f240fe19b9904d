import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'

test('in a fresh clone, npm run types writes all files that the compiler reads', async () => {
  const clone = await createTestFolder()
  const names = (await readdir('.')).filter((name) => !/^(\.|src$|dist)/.test(name))
  for (const name of names) await symlink(resolve(name), join(clone, name))
  await cp('src', join(clone, 'src'), { recursive: true, filter: (path) => !path.endsWith('bundled') })
  const options = { cwd: clone, env: createCommandEnv(), encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/cms.ts'), 'types'], options)
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stderr: '' })
  for (const name of await readdir('src/content/bundled'))
    expect(existsSync(join(clone, 'src/content/bundled', name)), name).toBe(true)
})
