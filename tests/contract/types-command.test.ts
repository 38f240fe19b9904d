import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { generateFiles } from '#scripts/build/generate-files.ts'
import { SCHEMA_FILE } from '#scripts/build/generated-files.ts'

test('the committed schema, types and queries match the model, and a check writes nothing', async () => {
  const { mtimeMs } = await stat(SCHEMA_FILE)
  expect(await generateFiles({ check: true })).toEqual([])
  expect((await stat(SCHEMA_FILE)).mtimeMs).toBe(mtimeMs)
})
