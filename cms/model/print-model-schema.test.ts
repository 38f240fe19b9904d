import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { printModelSchema } from './print-model-schema.ts'

test('cms/schema.graphql matches the model', async () => {
  expect(await readFile('cms/schema.graphql', 'utf8')).toBe(printModelSchema())
})
