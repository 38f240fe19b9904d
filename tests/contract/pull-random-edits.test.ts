import fc from 'fast-check'
import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { UserError } from '#shared/user-error.ts'
import { createPullSpace } from './pull-folder.ts'
import { type EditorAction, editorAction } from './random-editor.ts'
import { planTestSpace } from './seeded-space.ts'

const actionList = fc.array(editorAction, { minLength: 1, maxLength: 8 })

test('after random edits, a second pull and a seed of the pulled content change nothing', async () => {
  let pulls = 0
  const property = fc.asyncProperty(fc.array(actionList, { minLength: 1, maxLength: 3 }), async (batches) => {
    await using space = await createPullSpace()
    for (const actions of batches) {
      await runActions(space, actions)
      const before = await space.readState()
      if (!(await tryPull(space))) {
        expect(await space.readState()).toEqual(before)
        continue
      }
      pulls += 1
      const after = await space.readState()
      expect(await space.pull()).toMatchObject({ written: [], unused: [] })
      expect(await space.readState()).toEqual(after)
      const options = { model, seed: await space.readSeed(), mediaFolder: space.mediaFolder }
      expect((await planTestSpace(space.url, options)).items.filter(isWrite)).toEqual([])
    }
  })
  await fc.assert(property, { seed: 6, numRuns: 12 })
  expect(pulls).toBeGreaterThan(12)
})

type Space = Awaited<ReturnType<typeof createPullSpace>>
type Item = Awaited<ReturnType<typeof planTestSpace>>['items'][number]

/** Publishing without changes does not count: a draft equal to the published version looks like an interrupted seed. */
const isWrite = ({ action, changes }: Item) => action !== null && !(action === 'publish' && changes.length === 0)

/** Runs the actions, and ignores those that Contentful rejects. */
async function runActions(space: Space, actions: readonly EditorAction[]) {
  for (const action of actions) await action.run(space).catch(() => {})
}

/** Returns `false` if the pull reports content that editors must correct. */
const tryPull = (space: Space) =>
  space.pull().then(
    () => true,
    (error: unknown) => {
      if (error instanceof UserError) return false
      throw error
    },
  )
