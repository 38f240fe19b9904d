import { expect, test } from 'vitest'
import * as z from 'zod'
import { createCheckedSpace } from './checked-space.ts'
import { createCommandFolder, writeLocalAddress } from './run-cms.ts'

const finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
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
  counts: z.strictObject({ errors: z.int(), warnings: z.int(), drafts: z.int() }),
  notes: z.array(z.string()),
  findings: z.array(finding),
})

test('exits with 0 without findings and with 3 with findings; reports as text and JSON', async () => {
  await using space = await createCheckedSpace()
  await using project = await createCommandFolder()
  await writeLocalAddress(project.folder, space.url)
  const clean = await project.cms('check --offline')
  expect(clean).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('\nNo issues; ') })
  expect(clean.stdout).toContain('Links to other sites were not checked.')

  await space.publishField('photo-001-station-low-valves', 'altText', 'Photo')
  const broken = await project.cms('check --offline --json')
  expect(broken.code).toBe(3)
  const { counts, findings } = report.parse(JSON.parse(broken.stdout))
  expect(counts).toEqual({ errors: 0, warnings: 1, drafts: 0 })
  expect(findings).toMatchObject([{ rule: 'altText', id: 'photo-001-station-low-valves', field: 'altText' }])
})

test.each([
  [{ CONTENTFUL_SPACE_ID: 'abc', CONTENTFUL_DELIVERY_TOKEN: 'secret' }, 'CONTENTFUL_PREVIEW_TOKEN is not set'],
  [{ CONTENTFUL_SPACE_ID: 'abc', CONTENTFUL_PREVIEW_TOKEN: 'secret' }, 'CONTENTFUL_DELIVERY_TOKEN is not set'],
  [{ CONTENTFUL_PREVIEW_TOKEN: 'secret' }, 'CONTENTFUL_SPACE_ID is not set'],
])('%j: requires both tokens of a real space, and names the missing one', async (variables, line) => {
  await using project = await createCommandFolder()
  const { code, stderr, stdout } = await project.cms('check', variables)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(new RegExp(`^${line}.+\n$`))
  expect(stderr).not.toContain('secret')
})
