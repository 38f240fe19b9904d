import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { startLocalContentful } from '#local/server.ts'

const send = async (url: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const { status } = await fetch(`${url}/spaces/local/environments/master/${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${LOCAL_TOKENS.management}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return status
}

test('of two servers with one folder, one saves a version and the other refuses it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'two-servers-'))
  const { url, close } = await startLocalContentful({ port: 0, folder })
  const child = fork(new URL('two-servers-child.ts', import.meta.url), [folder])
  onTestFinished(async () => {
    child.kill()
    await close()
    await rm(folder, { recursive: true })
  })
  const [otherUrl]: unknown[] = await once(child, 'message')
  await send(url, 'content_types/note', { name: 'Note', fields: [{ id: 'text', name: 'Text', type: 'Symbol' }] })
  await send(url, 'content_types/note/published', {}, { 'x-contentful-version': '1' })
  await send(url, 'entries/note', { fields: {} }, { 'x-contentful-content-type': 'note' })
  for (let version = 1; version <= 60; version += 1) {
    const save = (server: string) =>
      send(server, 'entries/note', { fields: {} }, { 'x-contentful-version': `${version}` })
    const statuses = await Promise.all([save(url), save(String(otherUrl))])
    expect(statuses.toSorted()).toEqual([200, 409])
  }
})
