import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { listSeedProblems } from '#cms/seed/validate-seed.ts'
import { createPicture, publishAsset, toLink } from '#local-tests/test-contentful.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { publishField } from '#tests/setup/content.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { createPullFolder, createPullSpace, type PullFolder } from './pull-folder.ts'

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

/** Pulls in another process, which is killed before it renames the file with this number. */
async function pullUntilKilled(url: string, { seedFolder, mediaFolder }: PullFolder, killAt: number): Promise<void> {
  const args = ['--input-type=module', '-e', CHILD_SCRIPT, url, seedFolder, mediaFolder, `${killAt}`]
  const env = { ...process.env, TMPDIR: await createTestFolder() } // for the files that a killed pull leaves
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

test('§11.15 a killed pull is completed by the next pull; the old seed stays complete until all media are written', async () => {
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

  // Before the first medium, the first file of the seed and the last file.
  for (const killAt of [1, media + 1, written.length]) {
    await using folder = await createPullFolder()
    await folder.writeSeed(smallSeed)
    const before = await folder.readSeed()
    await pullUntilKilled(space.url, folder, killAt)
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
