import { readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateTypes } from '#scripts/cms/generate-types.ts'

const SCHEMA = 'cms/schema.graphql'

test('the committed schema, types and queries match the model, and a check writes nothing', async () => {
  const { mtimeMs } = await stat(SCHEMA)
  expect(await generateTypes({ check: true, print: false })).toEqual({
    breakingChanges: [],
    broken: [],
    changed: [],
    stale: [],
    isWritten: false,
    modelFiles: [],
    routeProblems: [],
  })
  expect((await stat(SCHEMA)).mtimeMs).toBe(mtimeMs)
})

test('prints the committed schema', async () => {
  expect(await generateTypes({ check: false, print: true })).toMatchObject({
    schema: await readFile(SCHEMA, 'utf8'),
    isWritten: false,
  })
})
