import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { startMailServer } from '#tests/setup/server/mail-server.ts'
import { openSession, sendMessage } from './contact-client.ts'
import { type KillableOptions, startKillableBackend } from './killable-backend.ts'

const MESSAGES = 40

describeOnEachDatabase('two processes', (open, target) => {
  async function startMailServerWithBackends() {
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    const start = (name: string, args: NonNullable<KillableOptions['args']> = []) => {
      const backend = startKillableBackend({ database: target(), mailServer: mailServer.url, name, args })
      onTestFinished(backend.kill)
      return backend
    }
    return { mailServer, start }
  }

  /** Without the SQLite lock, because commands write to the database while a server uses it. */
  test('on one database send each mail once', async () => {
    const { mailServer, start } = await startMailServerWithBackends()
    const backends = ['first', 'second'].map((name) => start(name, ['--unlocked']))
    const [firstUrl = '', secondUrl = ''] = await Promise.all(backends.map(({ url }) => url))

    const session = await openSession(firstUrl) // both processes share sessions
    const ids: string[] = []
    for (let count = 0; count < MESSAGES; count++) {
      const request = {
        key: randomUUID(),
        message: { name: 'Ada', email: 'ada@engine.example', message: `No. ${count}` },
      }
      const responses = [firstUrl, secondUrl].map((url) => sendMessage(url, session, request))
      const [id = '', ...otherIds] = new Set(await Promise.all(responses))
      expect(otherIds).toEqual([])
      ids.push(id)
    }

    const db = await open()
    const listUnsent = () => db.selectFrom('outbox').select('message_id').where('state', '!=', 'sent').execute()
    await expect.poll(listUnsent, { timeout: 20_000 }).toEqual([])
    const mailed = mailServer.emails.map(({ messageId }) => messageId)
    expect(mailed.sort()).toEqual(ids.map((id) => `<${id}@blackland.example>`).sort())
    expect(new Set(mailServer.emails.map(({ clientHostname }) => clientHostname))).toEqual(new Set(['first', 'second']))
  })

  test('start on PostgreSQL; on SQLite the second fails until the first is killed', async () => {
    const { start } = await startMailServerWithBackends()
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
