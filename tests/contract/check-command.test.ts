import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createCheckedSpace } from './checked-space.ts'
import { createCommandFolder, writeLocalAddress } from './run-cms.ts'

const finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(['broken', 'should']),
  isDraft: z.boolean(),
  kind: z.enum(['entry', 'asset', 'space']),
  id: z.string().nullable(),
  type: z.string(),
  title: z.string(),
  field: z.string().optional(),
  text: z.string(),
  link: z.url().nullable(),
  thumbnail: z.url().optional(),
})
const report = z.strictObject({
  command: z.literal('check'),
  space: z.string(),
  checkedAt: z.iso.datetime(),
  checked: z.strictObject({ entries: z.int(), assets: z.int(), links: z.int().nullable() }),
  counts: z.strictObject({ broken: z.int(), should: z.int(), drafts: z.int() }),
  notes: z.array(z.string()),
  findings: z.array(finding),
})

test('nothing to put right ends with 0, something with 3; as text, as JSON and as a page', async () => {
  await using space = await createCheckedSpace()
  await using at = await createCommandFolder()
  await writeLocalAddress(at.folder, space.url)
  const clean = await at.cms('check --offline')
  expect(clean).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('\nNothing to put right; ') })
  expect(clean.out).toContain('Other sites were not asked whether links to them are alive.')

  await space.publishField('photo-001-station-low-valves', 'altText', 'Photo')
  const broken = await at.cms('check --offline --json --html report.html')
  expect(broken.code).toBe(3)
  const { counts, findings } = report.parse(JSON.parse(broken.out))
  expect(counts).toEqual({ broken: 0, should: 1, drafts: 0 })
  expect(findings).toMatchObject([{ rule: 'altText', id: 'photo-001-station-low-valves', field: 'altText' }])
  expect(await readFile(join(at.folder, 'report.html'), 'utf8')).toContain(`href="${findings[0]?.link}"`)

  const unwritten = await at.cms('check --offline --html nowhere/report.html')
  expect(unwritten).toMatchObject({ code: 1, errors: expect.stringContaining('name another file') })
})

test.each([
  [{ CONTENTFUL_SPACE_ID: 'abc', CONTENTFUL_DELIVERY_TOKEN: 'secret' }, 'CONTENTFUL_PREVIEW_TOKEN is not set'],
  [{ CONTENTFUL_SPACE_ID: 'abc', CONTENTFUL_PREVIEW_TOKEN: 'secret' }, 'CONTENTFUL_DELIVERY_TOKEN is not set'],
  [{ CONTENTFUL_PREVIEW_TOKEN: 'secret' }, 'CONTENTFUL_SPACE_ID is not set'],
])('%j: a real space is read with both tokens, and the one that is missing is named', async (variables, line) => {
  await using at = await createCommandFolder()
  const { code, errors, out } = await at.cms('check', variables)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(errors).toMatch(new RegExp(`^${line}.+\n$`))
  expect(errors).not.toContain('secret')
})
