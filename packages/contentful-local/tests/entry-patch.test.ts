import type { OpPatch } from 'contentful-management'
import { expect, test } from 'vitest'
import { catchApiError, createDraftEntry, MASTER, publishPhotoModel, sendRequest, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishPhotoModel(local)

const patch = (entryId: string, version: number, operations: OpPatch[]) =>
  local.client.entry.patch({ entryId, version }, operations)

/** Sends a patch that the types of the client do not allow. */
const sendPatch = (
  entryId: string,
  operations: unknown,
  version: Record<string, string> = { 'x-contentful-version': '1' },
) =>
  sendRequest(local, 'PATCH', `${MASTER}/entries/${entryId}`, {
    headers: { 'content-type': 'application/json-patch+json', ...version },
    body: operations,
  })

// contentful/contentful-management.js, test/integration/entry-integration.test.ts
test('applies a JSON Patch to a new version of the entry', async () => {
  await local.client.tag.createWithId({ tagId: 'new' }, { name: 'New', sys: { visibility: 'public' } })
  await createDraftEntry(local, 'photo', 'patched', { alt: 'A first text', rank: 2, kind: 'day' })
  const tag = toLink('Tag', 'new')
  const patched = await patch('patched', 1, [
    { op: 'test', path: '/fields/rank/en-US', value: 2 },
    { op: 'replace', path: '/fields/alt/en-US', value: 'A second text' },
    { op: 'remove', path: '/fields/kind' },
    { op: 'add', path: '/fields/link', value: { 'en-US': 'https://example.com' } },
    { op: 'add', path: '/metadata/tags/-', value: tag },
  ])
  expect(patched.sys.version).toBe(2)
  expect(patched.fields).toEqual({
    alt: { 'en-US': 'A second text' },
    rank: { 'en-US': 2 },
    link: { 'en-US': 'https://example.com' },
  })
  expect(patched.metadata?.tags).toEqual([tag])
  expect(await local.client.entry.get({ entryId: 'patched' })).toEqual(patched)
})

// contentful/contentful-management.js, issue 1461: without a version it answers VersionMismatch.
test('applies only to the current version', async () => {
  await createDraftEntry(local, 'photo', 'versioned', { alt: 'A text' })
  const operations: OpPatch[] = [{ op: 'replace', path: '/fields/alt/en-US', value: 'Other' }]
  await patch('versioned', 1, operations)
  expect(await catchApiError(patch('versioned', 1, operations))).toMatchObject({ status: 409, name: 'VersionMismatch' })
  expect((await sendPatch('versioned', operations, {})).status).toBe(409)
  expect(await catchApiError(patch('nowhere', 1, operations))).toMatchObject({ status: 404 })
  const concurrent = await Promise.allSettled([patch('versioned', 2, operations), patch('versioned', 2, operations)])
  expect(concurrent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each<[string, object, string]>([
  ['a value that does not exist', { op: 'remove', path: '/fields/kind/en-US' }, '/fields/kind/en-US'],
  ['a failed test', { op: 'test', path: '/fields/alt/en-US', value: 'Other' }, 'TestError'],
  ['a path outside of the content', { op: 'replace', path: '/sys/id', value: 'other' }, '/fields or /metadata'],
  ['the whole content', { op: 'replace', path: '', value: {} }, '/fields or /metadata'],
  ['a source outside of it', { op: 'copy', from: '/sys/id', path: '/fields/alt/en-US' }, '/fields or /metadata'],
  ['an unknown operation', { op: 'append', path: '/fields/alt', value: 'a' }, 'op'],
  ['an unknown field', { op: 'add', path: '/fields/nope', value: { 'en-US': 'a' } }, 'UnknownField'],
  ['a wrong type', { op: 'replace', path: '/fields/alt/en-US', value: 5 }, 'expected type: Symbol'],
  ['a prototype', { op: 'add', path: '/fields/__proto__/polluted', value: { 'en-US': 'a' } }, 'polluted'],
])('rejects a patch with %s, and changes nothing', async (name, operation, expectedText) => {
  const id = `refused-${name.replaceAll(' ', '-')}`
  const entry = await createDraftEntry(local, 'photo', id, { alt: 'A text' })
  const harmless = { op: 'replace', path: '/fields/alt/en-US', value: 'A changed text' }
  const response = await sendPatch(id, [harmless, operation])
  expect(response).toMatchObject({ status: 422, text: expect.stringContaining(expectedText) })
  expect(await local.client.entry.get({ entryId: id })).toEqual(entry)
  expect({}).not.toHaveProperty('polluted')
})
