import fc from 'fast-check'
import { expect, test } from 'vitest'
import { model } from '#cms/model/model.ts'
import { UserError } from '#shared/user-error.ts'
import { createPullSpace } from './pull-folder.ts'
import { type EditorAction, editorAction } from './random-editor.ts'
import { planTestSpace } from './seeded-space.ts'

const day = fc.array(editorAction, { minLength: 1, maxLength: 8 })

test('whatever editors do, a second pull changes nothing, and seeding what was pulled changes nothing', async () => {
  let pulls = 0
  const property = fc.asyncProperty(fc.array(day, { minLength: 1, maxLength: 3 }), async (days) => {
    await using space = await createPullSpace()
    for (const actions of days) {
      await work(space, actions)
      const before = await space.readState()
      if (!(await isPulled(space))) {
        expect(await space.readState()).toEqual(before)
        continue
      }
      pulls += 1
      const after = await space.readState()
      expect(await space.pull()).toMatchObject({ written: [], unused: [] })
      expect(await space.readState()).toEqual(after)
      const task = { model, seed: await space.readSeed(), mediaFolder: space.mediaFolder }
      expect((await planTestSpace(space.url, task)).items.filter(isWrite)).toEqual([])
    }
  })
  await fc.assert(property, { seed: 6, numRuns: 12 })
  expect(pulls).toBeGreaterThan(12)
})

type Space = Awaited<ReturnType<typeof createPullSpace>>
type Item = Awaited<ReturnType<typeof planTestSpace>>['items'][number]

/** A draft that says the same as what is published cannot be told from a run that was killed: it is published. */
const isWrite = ({ action, changes }: Item) => action !== null && !(action === 'publish' && changes.length === 0)

/** What Contentful refuses is not done. */
async function work(space: Space, actions: readonly EditorAction[]) {
  for (const action of actions) await action.run(space).catch(() => {})
}

/** `false` where the editors left something that they have to put right. */
const isPulled = (space: Space) =>
  space.pull().then(
    () => true,
    (error: unknown) => {
      if (error instanceof UserError) return false
      throw error
    },
  )
