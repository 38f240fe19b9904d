import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'
import { chooseBackendFolder, createLocalConfig } from './local-config.ts'

test.each(['production', 'staging', ''])(
  '§11 with NODE_ENV=%s a local site needs no setting of production, and listens on this machine only',
  async (NODE_ENV) => {
    const BACKEND_FOLDER = await createTestFolder()
    const config = await createLocalConfig(3001, { NODE_ENV, BACKEND_FOLDER }, () => {})
    expect(config).toMatchObject({
      isProduction: false,
      host: '127.0.0.1',
      emailTransport: { folder: expect.any(String) },
    })
  },
)

describe('chooseBackendFolder', () => {
  /** Changes to an empty working directory, which contains the default folders. */
  async function setUp() {
    const folder = await createTestFolder()
    const before = process.cwd()
    process.chdir(folder)
    onTestFinished(() => process.chdir(before))
    const lines: string[] = []
    const chooseFolder = (env: Readonly<Record<string, string>> = {}) =>
      chooseBackendFolder(3001, env, (line) => lines.push(line))
    return { lines, chooseFolder }
  }

  test('a second site on the same machine uses a separate folder', async () => {
    const { lines, chooseFolder } = await setUp()
    expect(await chooseFolder()).toEqual({})
    const first = acquireSqliteLock('.backend/backend.sqlite')
    onTestFinished(() => first[Symbol.dispose]())
    expect(await chooseFolder()).toEqual({ BACKEND_FOLDER: '.cache/site-3001/backend' })
    expect(lines).toEqual([
      '.backend/backend.sqlite is in use by another site: messages of this site are stored in .cache/site-3001/backend/backend.sqlite.',
    ])
    first[Symbol.dispose]()
    expect(await chooseFolder()).toEqual({})
  })

  test('BACKEND_FOLDER and DATABASE_URL are used unchanged', async () => {
    const { lines, chooseFolder } = await setUp()
    using _default = acquireSqliteLock('.backend/backend.sqlite')
    using _mine = acquireSqliteLock('mine/backend.sqlite')
    expect(await chooseFolder({ BACKEND_FOLDER: 'mine' })).toEqual({})
    expect(await chooseFolder({ DATABASE_URL: 'postgres://127.0.0.1/site' })).toEqual({})
    expect(lines).toEqual([])
  })
})
