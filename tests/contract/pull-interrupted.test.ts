import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { createPullFolder, createPullSpace } from './pull-folder.ts'
import { smallSeed } from './small-seed.ts'
import { createPicture, publishAsset, toLink } from './test-contentful.ts'

/** Pulls, and kills itself before the rename of the file with the given number. */
const CHILD_SCRIPT = `
  const [url, seedFolder, mediaFolder, last] = process.argv.slice(1)
  const { syncBuiltinESMExports } = await import('node:module')
  const { default: files } = await import('node:fs/promises')
  const { rename } = files
  let renames = 0
  files.rename = (...names) => (++renames === Number(last) ? process.kill(process.pid, 'SIGKILL') : rename(...names))
  syncBuiltinESMExports()
  const { pullSpace } = await import('#cms/sync/pull/pull-space.ts')
  const { getLocalConnection } = await import('#cms/sync/contentful/space-connections.ts')
  await pullSpace({ connection: getLocalConnection(url, 'delivery'), seedFolder, mediaFolder })
`

let temporaryFolder: string
beforeAll(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), 'pull-killed-'))
})
afterAll(() => rm(temporaryFolder, { recursive: true }))

/** Resolves with `true` if the pull was killed, and with `false` if it completed. */
const pullUntilKilled = (
  url: string,
  { seedFolder, mediaFolder }: Record<'seedFolder' | 'mediaFolder', string>,
  killAt: number,
) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', CHILD_SCRIPT, url, seedFolder, mediaFolder, `${killAt}`],
      {
        // The test removes the temporary files that a killed pull leaves.
        env: { ...process.env, TMPDIR: temporaryFolder },
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    child.on('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL'
        ? resolve(signal === 'SIGKILL')
        : reject(new Error(`The pull ended with exit code ${code}`)),
    )
  })

test('a pull killed at any file is completed by the next pull; the old seed stays complete until all media are written', async () => {
  await using space = await createPullSpace()
  await space.replaceFile('posters-home', await createPicture(60, 40), 'new.jpg')
  await publishAsset(space, 'photo', await createPicture(40, 40))
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'photo'))
  await using reference = await createPullFolder()
  await reference.writeSeed(smallSeed)
  const { written } = await reference.pull(space.url)
  const expected = omitTimes(await reference.readState())
  const media = written.filter((file) => file.endsWith('.jpg')).length
  expect({ media, all: written.length }).toEqual({ media: 2, all: 4 })

  for (let killAt = 1; killAt <= written.length + 1; killAt += 1) {
    await using folder = await createPullFolder()
    await folder.writeSeed(smallSeed)
    const before = await folder.readSeed()
    expect(await pullUntilKilled(space.url, folder, killAt)).toBe(killAt <= written.length)
    if (killAt <= media + 1) expect(await folder.readSeed()).toEqual(before)
    if (killAt <= media + 1) expect(await listSeedProblems(before, folder)).toEqual([])
    await folder.pull(space.url)
    expect(omitTimes(await folder.readState())).toEqual(expected)
    expect((await folder.pull(space.url)).written).toEqual([])
  }
})

/** File contents without modification times. */
const omitTimes = (state: Readonly<Record<string, { readonly content: string }>>) =>
  Object.fromEntries(Object.entries(state).map(([name, { content }]) => [name, content]))
