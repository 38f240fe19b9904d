import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/databases.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { startKillableBackend } from './killable-backend.ts'
import { openSession, sendMessage } from './visitor.ts'

const MESSAGES = 40

describeOnEachDatabase('Two processes', (open, target) => {
  test('on one database share the work, and send each mail once', async () => {
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    const backends = ['one', 'other'].map((name) =>
      startKillableBackend({ database: target(), mailServer: mailServer.url, name }),
    )
    for (const { kill } of backends) onTestFinished(kill)
    const [one = '', other = ''] = await Promise.all(backends.map(({ url }) => url))

    const session = await openSession(one) // and known to the other
    const ids: string[] = []
    for (let count = 0; count < MESSAGES; count++) {
      const sending = {
        key: randomUUID(),
        message: { name: 'Ada', email: 'ada@engine.example', message: `No. ${count}` },
      }
      const both = [one, other].map((url) => sendMessage(url, session, sending))
      const [id = '', ...same] = new Set(await Promise.all(both))
      expect(same).toEqual([])
      ids.push(id)
    }

    const db = await open()
    const unsent = () => db.selectFrom('outbox').select('message_id').where('state', '!=', 'sent').execute()
    await expect.poll(unsent, { timeout: 20_000 }).toEqual([])
    const mailed = mailServer.mails.map(({ messageId }) => messageId)
    expect(mailed.sort()).toEqual(ids.map((id) => `<${id}@blackland.example>`).sort())
    expect(new Set(mailServer.mails.map(({ broughtBy }) => broughtBy))).toEqual(new Set(['one', 'other']))
  })
})
