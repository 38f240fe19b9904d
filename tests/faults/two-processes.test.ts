import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { startMailServer } from '#tests/setup/server/mail-server.ts'
import { openSession, sendMessage } from './contact-client.ts'
import { type KillableOptions, startKillableBackend } from './killable-backend.ts'

const MESSAGES = 40

describeOnEachDatabase('Two processes', (open, target) => {
  async function prepare() {
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    const start = (name: string, args: NonNullable<KillableOptions['args']> = []) => {
      const backend = startKillableBackend({ database: target(), mailServer: mailServer.url, name, args })
      onTestFinished(backend.kill)
      return backend
    }
    return { mailServer, start }
  }

  /** Without the lock of SQLite: commands write to the database while a server uses it. */
  test('on one database share the work, and send each mail once', async () => {
    const { mailServer, start } = await prepare()
    const backends = ['one', 'other'].map((name) => start(name, ['--unlocked']))
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
    const mailed = mailServer.emails.map(({ messageId }) => messageId)
    expect(mailed.sort()).toEqual(ids.map((id) => `<${id}@blackland.example>`).sort())
    expect(new Set(mailServer.emails.map(({ clientHostname }) => clientHostname))).toEqual(new Set(['one', 'other']))
  })

  test('both serve on PostgreSQL; on SQLite the second is refused until the first is killed', async () => {
    const { start } = await prepare()
    const first = start('first')
    await first.url
    const second = start('second')
    if ('url' in target()) {
      expect(await second.url).toMatch(/^http/)
      return
    }
    await expect(second.url).rejects.toThrow('ended before it listened')
    await first.kill()
    expect(await start('third').url).toMatch(/^http/)
  })
})
