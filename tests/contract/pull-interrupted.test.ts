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

/** Pulls, and is killed when it is about to give the file of this number its name. */
const CHILD = `
  const [url, seedFolder, mediaFolder, last] = process.argv.slice(1)
  const { syncBuiltinESMExports } = await import('node:module')
  const { default: files } = await import('node:fs/promises')
  const { rename } = files
  let renames = 0
  files.rename = (...names) => (++renames === Number(last) ? process.kill(process.pid, 'SIGKILL') : rename(...names))
  syncBuiltinESMExports()
  const { pullSpace } = await import('#cms/sync/pull/pull-space.ts')
  const { getLocalDeliveryConnection } = await import('#cms/sync/contentful/space-connections.ts')
  await pullSpace({ connection: getLocalDeliveryConnection(url), seedFolder, mediaFolder })
`

let temporary: string
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'pull-killed-'))
})
afterAll(() => rm(temporary, { recursive: true }))

/** Whether it was killed; a child that ends by itself has pulled everything. */
const pullAndDie = (
  url: string,
  { seedFolder, mediaFolder }: Record<'seedFolder' | 'mediaFolder', string>,
  at: number,
) =>
  new Promise<boolean>((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, url, seedFolder, mediaFolder, `${at}`], {
      // What a killed pull leaves in the folder for temporary files goes with the test's own.
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    child.on('exit', (code, signal) =>
      code === 0 || signal === 'SIGKILL' ? resolve(signal === 'SIGKILL') : reject(new Error(`It ended with ${code}`)),
    )
  })

test('a pull killed at any file converges with the next; the old seed is whole until all media are there', async () => {
  await using space = await createPullSpace()
  await space.replaceFile('posters-home', await createPicture(60, 40), 'new.jpg')
  await publishAsset(space, 'photo', await createPicture(40, 40))
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'photo'))
  await using reference = await createPullFolder()
  await reference.writeSeed(smallSeed)
  const { written } = await reference.pull(space.url)
  const wanted = contents(await reference.readState())
  const media = written.filter((file) => file.endsWith('.jpg')).length
  expect({ media, all: written.length }).toEqual({ media: 2, all: 4 })

  for (let at = 1; at <= written.length + 1; at += 1) {
    await using folder = await createPullFolder()
    await folder.writeSeed(smallSeed)
    const before = await folder.readSeed()
    expect(await pullAndDie(space.url, folder, at)).toBe(at <= written.length)
    if (at <= media + 1) expect(await folder.readSeed()).toEqual(before)
    if (at <= media + 1) expect(await listSeedProblems(before, folder)).toEqual([])
    await folder.pull(space.url)
    expect(contents(await folder.readState())).toEqual(wanted)
    expect((await folder.pull(space.url)).written).toEqual([])
  }
})

/** Without the times. */
const contents = (state: Readonly<Record<string, { readonly content: string }>>) =>
  Object.fromEntries(Object.entries(state).map(([name, { content }]) => [name, content]))
