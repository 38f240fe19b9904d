import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findImporters, findImports, isSiteModule } from './import-graph.ts'

const names = (files: Iterable<string>) => [...files].map((file) => relative('src', file))

test('finds direct and indirect importers', async () => {
  const importers = names(await findImporters(resolve('src/theme/tokens.ts')))
  expect(importers).toEqual(
    expect.arrayContaining(['theme/tokens.ts', 'theme/typography.ts', 'layout/footer.tsx', 'main.tsx']),
  )
  expect(importers).not.toContain('env.ts')
})

test('finds direct and indirect imports', async () => {
  const imports = await findImports(resolve('src/theme/global-styles.ts'))
  expect(names(imports.keys()).sort()).toEqual([
    'theme/fonts.ts',
    'theme/media-queries.ts',
    'theme/print-styles.ts',
    'theme/tokens.ts',
    'theme/typography.ts',
  ])
  expect(imports.get(resolve('src/theme/tokens.ts'))).toContain('export const color')
})

test('recognizes modules of the site', () => {
  expect(isSiteModule(resolve('src/theme/tokens.ts'))).toBe(true)
  expect(isSiteModule(resolve('src/content/home.graphql'))).toBe(false)
  expect(isSiteModule(resolve('cms/model/fact.ts'))).toBe(false)
})
