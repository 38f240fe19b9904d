import { expect, test } from 'vitest'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { confirmWrite } from './open-space.ts'

const local = getLocalConnection('http://127.0.0.1:1', 'management')
const real = { ...local, insecure: false, spaceId: 'abc123' }

test('a command asks before it writes to master of a real space, and nowhere else', async () => {
  const question = 'This writes to "master" of the space "abc123": 2 to update.\nContinue?'
  await expect(confirmWrite(real, false, '2 to update.')).rejects.toThrow(question)
  await confirmWrite(real, true, '2 to update.')
  await confirmWrite(local, false, '2 to update.')
  await confirmWrite({ ...real, environmentId: 'copy' }, false, '2 to update.')
})
