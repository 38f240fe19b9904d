import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { addField, publishField } from '#tests/setup/content.ts'
import { CMS_SCRIPT, createCommandProject } from './run-cms.ts'

const planReport = z.object({ items: z.array(z.looseObject({ id: z.string(), action: z.string().nullable() })) })

test('§11.4 §11.9 §11.10 verify exits with 3 for an empty space, seed fills it, and then nothing differs, until an editor changes it', {
  timeout: 480_000,
}, async () => {
  const { cms, space } = await createCommandProject('empty')
  const verified = await cms('verify --json')
  expect(verified).toMatchObject({ code: 3, stderr: expect.stringContaining('Comparing the environment "master" of') })
  const { items } = planReport.parse(JSON.parse(verified.stdout))
  expect(new Set(items.map(({ action }) => action))).toEqual(new Set(['create']))
  expect((await space.client.contentType.getMany({})).total).toBe(0)

  const seeded = await cms('seed --yes')
  expect(seeded).toMatchObject({ code: 0, stderr: '' })
  expect(seeded.stdout).toContain(`Seeding the environment "master" of the local Contentful at ${space.url}\n`)
  expect(seeded.stdout).toMatch(/^Assets: \d+$/m)
  // No progress bars and escape codes without a terminal.
  expect(seeded.stdout).toMatch(/^[\n -~]+$/)
  expect((await cms('pull --dry-run')).stdout).toMatch(/^Pulling .+\nFiles: \d+\n\nThe seed matches the space\.\n$/)

  const watchLabel = await publishField(space.client, 'home-page', 'watchLabel', 'Have a look')
  const kept = await cms('verify')
  expect(kept.code).toBe(0)
  expect(kept.stdout).toContain('Only changes of editors differ from the seed.')
  expect(kept.stdout).toContain(
    `watchLabel: an editor’s "Have a look" stays; --force writes ${JSON.stringify(watchLabel)}`,
  )
  expect((await cms('seed --force')).stdout).toMatch(/^1 updated, [\d,]+ unchanged\.$/m)
})

test('plan exits with 3 where a required field is only in the space', async () => {
  const { cms, space } = await createCommandProject('model')
  await addField(space, 'galleryImage', { id: 'camera' })
  await addField(space, 'fact', { id: 'author', required: true })
  const { stdout, ...result } = await cms('plan --force')
  expect(result).toMatchObject({ code: 3, stderr: '' })
  expect(stdout).toContain('    camera: only in the space (Symbol)')
  expect(stdout).toContain('    its field "author" is required in the space')
})

/** Runs a command on an empty space, and `onOutput` at its first output. Resolves when the command has ended. */
async function runUntilOutput(command: string, onOutput: (child: ChildProcessWithoutNullStreams) => void) {
  const { folder } = await createCommandProject('empty')
  const child = spawn(process.execPath, [CMS_SCRIPT, command], { cwd: folder, env: createCommandEnv() })
  const stderr = text(child.stderr)
  child.stdout.once('data', () => onOutput(child))
  const [code] = await once(child, 'exit')
  return { code, stderr: await stderr }
}

test('§11.15 Ctrl-C says that the next run continues', async () => {
  expect(await runUntilOutput('seed', (child) => child.kill('SIGINT'))).toEqual({
    code: 130,
    stderr: '\nStopped. Run it again: it continues where it stopped.\n',
  })
})

test('a command completes when the reader closes its output', async () => {
  expect(await runUntilOutput('plan', ({ stdout }) => stdout.destroy())).toEqual({ code: 0, stderr: '' })
})
