import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { ANY_CHANGE, type ContentChange } from './content-change.ts'
import { createPostgresPublishingStore } from './postgres-publishing-store.ts'

let url: string

beforeEach(async () => {
  url = await createPostgresDatabase()
})

const changeOf = (...contentTypes: readonly string[]): ContentChange => ({
  contentTypes: new Set(contentTypes),
  assets: false,
  anything: false,
})

interface NodeOptions {
  /** URL of the database for everything but the listening connection. */
  readonly databaseUrl?: string
  readonly listenUrl?: string
  readonly pollIntervalMs?: number
}

/** Starts a web server's store. `changes` has the changes after the initial one for all pages. */
async function startNode({ databaseUrl = url, listenUrl = url, pollIntervalMs = 60_000 }: NodeOptions = {}) {
  const db = await openDatabase({ url: databaseUrl })
  const changes: ContentChange[] = []
  const lines: string[] = []
  const store = createPostgresPublishingStore({ db, url: listenUrl, log: (line) => lines.push(line), pollIntervalMs })
  const stop = async () => {
    await store.close()
    await db.destroy()
  }
  onTestFinished(stop)
  store.subscribe((change) => changes.push(change))
  await expect.poll(() => changes).toEqual([ANY_CHANGE])
  changes.length = 0
  const types = () => changes.flatMap(({ contentTypes, anything }) => (anything ? ['anything'] : [...contentTypes]))
  const announce = (name: string, requestKeys: readonly string[] = [name]) =>
    store.announce({ requestKeys, change: changeOf(name) })
  return { db, store, changes, types, lines, announce, stop }
}

/** Process ids of the listening connections. */
const LISTENERS = sql<{ pid: number }>`
  select pid from pg_stat_activity where application_name = 'publish announcements' and datname = current_database()`

const createNames = (count: number, name = 'type') => Array.from({ length: count }, (_, index) => `${name}-${index}`)

test('every node gets an announcement once and unchanged', async () => {
  const [one, two] = [await startNode(), await startNode()]
  const announced = [
    changeOf('a', 'b'),
    { ...changeOf(), assets: true },
    ANY_CHANGE,
    changeOf('"\u0000\ud800\u{1f600}'),
  ]
  for (const [index, change] of announced.entries()) {
    expect(await [one, two][index % 2]?.store.announce({ requestKeys: [`${index}`], change })).toBe(true)
  }
  await expect.poll(() => one.changes).toEqual(announced)
  await expect.poll(() => two.changes).toEqual(announced)
})

test('a request with one recorded key is a repeat on every node', async () => {
  const [one, two] = [await startNode(), await startNode()]
  expect(await one.announce('first', ['signature', 'key'])).toBe(true)
  expect(await two.announce('replay', ['signature', 'other key'])).toBe(false)
  expect(await two.announce('repeat', ['other signature', 'key'])).toBe(false)
  expect(await one.announce('next', ['third signature', 'third key'])).toBe(true)
  await expect.poll(one.types).toEqual(['first', 'next'])
  await expect.poll(two.types).toEqual(['first', 'next'])
})

test('the same request to two nodes at the same time is accepted once', async () => {
  const nodes = [await startNode(), await startNode()]
  for (const name of createNames(20)) {
    const keys = [`${name} signature`, `${name} key`]
    const results = await Promise.all(
      nodes.flatMap((node) => [node.announce(name, keys), node.announce(name, keys.toReversed())]),
    )
    expect(results.filter(Boolean)).toEqual([true])
  }
  for (const { types } of nodes) await expect.poll(types).toEqual(createNames(20))
})

test('both nodes get 200 announcements of concurrent writers once, in the same order', async () => {
  const [one, two] = [await startNode(), await startNode()]
  // Without the lock, transactions that take their ids in one order would commit in another.
  await sql`create function delay_commit() returns trigger language plpgsql
    as 'begin perform pg_sleep(random() * 0.01); return null; end'`.execute(one.db)
  await sql`create constraint trigger delaying after insert on publish_announcement
    deferrable initially deferred for each row execute function delay_commit()`.execute(one.db)
  const names = createNames(200)
  // Like Contentful's requests: a few at a time on each node.
  const queue = names.entries()
  const work = async (node: typeof one) => {
    for (const [, name] of queue) expect(await node.announce(name)).toBe(true)
  }
  await Promise.all([one, two, one, two, one, two, one, two].map(work))
  await expect.poll(() => one.types().length).toBe(200)
  await expect.poll(() => two.types().length).toBe(200)
  expect(one.types().toSorted()).toEqual(names.toSorted())
  expect(two.types()).toEqual(one.types())
  const { rows } = await sql<{ id: number }>`select id from publish_announcement order by id`.execute(one.db)
  expect(rows.map(({ id }) => id)).toEqual(names.map((_, index) => index + 1))
})

test('a node whose connections are closed gets the missed announcements once', async () => {
  const [one, two] = [await startNode(), await startNode()]
  await one.announce('before')
  await expect.poll(two.types).toEqual(['before'])
  for (let round = 0; round < 3; round++) {
    const { rows } = await LISTENERS.execute(one.db)
    expect(rows).toHaveLength(2)
    for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(one.db)
    for (const name of createNames(10, `away-${round}`)) expect(await one.announce(name)).toBe(true)
    await expect.poll(async () => (await LISTENERS.execute(one.db)).rows.length).toBe(2)
  }
  const expected = ['before', ...[0, 1, 2].flatMap((round) => createNames(10, `away-${round}`))]
  await expect.poll(one.types).toEqual(expected)
  await expect.poll(two.types).toEqual(expected)
  expect(two.lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Announcements of published changes cannot be read: .*Trying again\.$/),
    'Announcements of published changes are read again.',
  ])
  expect(two.store.getFailures()).toEqual([]) // shorter than the grace period
})

test('reads an announcement without a notification', async () => {
  const node = await startNode({ pollIntervalMs: 100 })
  const { db } = node
  const touched = JSON.stringify({ contentTypes: ['silent'], assets: false, anything: false })
  await db.insertInto('publish_announcement').values({ id: 1, touched, announced_at: Date.now() }).execute()
  await expect.poll(node.types).toEqual(['silent'])
  await db
    .insertInto('publish_announcement')
    .values({ id: 2, touched: 'of a later version', announced_at: 1 })
    .execute()
  await expect.poll(node.types).toEqual(['silent', 'anything'])
})

test('deletes announcements after a day, but never the newest one', async () => {
  const node = await startNode()
  const ids = async () =>
    (await node.db.selectFrom('publish_announcement').select('id').orderBy('id').execute()).map(({ id }) => id)
  const age = (hours: number, upTo: number) =>
    node.db
      .updateTable('publish_announcement')
      .set({ announced_at: Date.now() - hours * 3_600_000 })
      .where('id', '<=', upTo)
      .execute()
  const announceAndWait = async (name: string) => {
    await node.announce(name)
    await expect.poll(() => node.types().at(-1)).toBe(name)
  }
  await announceAndWait('a')
  await announceAndWait('b')
  await age(23, 1)
  await announceAndWait('c')
  expect(await ids()).toEqual([1, 2, 3])
  await age(25, 3)
  await announceAndWait('d')
  expect(await ids()).toEqual([4])
  await age(100, 4)
  await announceAndWait('e')
  expect(await ids()).toEqual([5])
  expect(node.types()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('deletes request keys after the signature has expired', async () => {
  const node = await startNode()
  await node.announce('a')
  const readKeys = () => node.db.selectFrom('webhook_call').selectAll().execute()
  const [row] = await readKeys()
  expect(row?.expires_at).toBeGreaterThan(Date.now() + 10 * 60_000)
  await node.db
    .updateTable('webhook_call')
    .set({ expires_at: Date.now() - 1_000 })
    .execute()
  await node.announce('b')
  expect(await readKeys()).toHaveLength(1)
  expect(await node.announce('a')).toBe(true)
})

test('a node that missed deleted announcements renders all pages', async () => {
  const node = await startNode({ pollIntervalMs: 100 })
  await node.announce('a')
  await expect.poll(node.types).toEqual(['a'])
  const row = { touched: '{}', announced_at: Date.now() }
  await node.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('publish_announcement').execute()
    await transaction
      .insertInto('publish_announcement')
      .values([
        { ...row, id: 7 },
        { ...row, id: 8 },
      ])
      .execute()
  })
  await expect.poll(node.types).toEqual(['a', 'anything'])
  await node.announce('b')
  await expect.poll(node.types).toEqual(['a', 'anything', 'b'])
})

test('nodes render all pages after a restore of the database, and announcements continue', async () => {
  const node = await startNode({ pollIntervalMs: 100 })
  for (const name of ['a', 'b', 'c']) await node.announce(name)
  await expect.poll(node.types).toEqual(['a', 'b', 'c'])
  await node.db.deleteFrom('publish_announcement').where('id', '>', 1).execute()
  await expect.poll(node.types).toEqual(['a', 'b', 'c', 'anything'])
  await node.announce('d')
  await expect.poll(node.types).toEqual(['a', 'b', 'c', 'anything', 'd'])

  // Restored and used before the node reads again: its last id now belongs to another announcement.
  await node.db.transaction().execute(async (transaction) => {
    const touched = JSON.stringify({ contentTypes: ['unread'], assets: false, anything: false })
    await transaction.deleteFrom('publish_announcement').where('id', '>', 1).execute()
    await transaction
      .insertInto('publish_announcement')
      .values([2, 3].map((id) => ({ id, touched, announced_at: Date.now() + 1_000 })))
      .execute()
  })
  await expect.poll(node.types).toEqual(['a', 'b', 'c', 'anything', 'd', 'anything'])
  await node.announce('e')
  await expect.poll(() => node.types().at(-1)).toBe('e')
})

test('stores a rejected change as soon as the database accepts it, and treats its retry as a repeat', async () => {
  const [one, two] = [await startNode({ pollIntervalMs: 100 }), await startNode()]
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
    one.db,
  )
  await sql`create trigger refusing before insert on publish_announcement execute function refuse()`.execute(one.db)
  await expect(one.announce('retried')).rejects.toThrow('no')
  await expect(one.announce('not retried')).rejects.toThrow('no')
  expect(await one.db.selectFrom('webhook_call').selectAll().execute()).toEqual([])
  await sql`drop trigger refusing on publish_announcement`.execute(one.db)
  await expect.poll(two.types).toEqual(['retried', 'not retried'])
  expect(await two.announce('retried')).toBe(false)
  expect(two.types()).toEqual(one.types())
})

/** A proxy of the database that can stop forwarding without closing connections. */
async function startSilentProxy() {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(upstream).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const proxied = new URL(url)
  proxied.port = String(address.port)
  return {
    url: proxied.href,
    silence: () => {
      for (const socket of sockets) socket.unpipe()
      for (const socket of sockets) socket.pause()
    },
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('a node replaces an unresponsive connection, and closes while a connection is unresponsive', async () => {
  const proxy = await startSilentProxy()
  const [node, other] = [await startNode({ listenUrl: proxy.url, pollIntervalMs: 200 }), await startNode()]
  proxy.silence()
  await other.announce('missed')
  await expect.poll(node.types).toEqual(['missed']) // on the next connection
  proxy.silence()
  const startedAt = performance.now()
  await node.stop()
  expect(performance.now() - startedAt).toBeLessThan(9_000) // shorter than the timeout of a query
  proxy.cut()
})

test('a node that stops responding during an announcement does not block the others', async () => {
  const proxy = await startSilentProxy()
  const silent = await startNode({ databaseUrl: proxy.url, pollIntervalMs: 500 })
  const other = await startNode({ pollIntervalMs: 500 })
  await sql`create function delay_commit() returns trigger language plpgsql
    as 'begin if new.touched like ''%silent%'' then perform pg_sleep(1); end if; return new; end'`.execute(other.db)
  await sql`create trigger delaying before insert on publish_announcement
    for each row execute function delay_commit()`.execute(other.db)
  const LOCKS = sql`select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`
  const refused = silent.announce('silent').catch(String)
  await expect.poll(async () => (await LOCKS.execute(other.db)).rows.length).toBe(1)
  proxy.silence()
  await other.announce('other').catch(() => {}) // the lock may outlast the timeout of a request
  await expect.poll(() => other.types().toSorted(), { timeout: 60_000 }).toEqual(['other', 'silent'])
  await expect.poll(() => silent.types().toSorted()).toEqual(['other', 'silent'])
  expect(await refused).toContain('The database has not answered for 10 s')
  proxy.cut()
})

test('a closed node has no connections, also when it is closed before it connects', async () => {
  const node = await startNode()
  const db = await openDatabase({ url })
  onTestFinished(() => db.destroy())
  await node.stop()
  await expect.poll(async () => (await LISTENERS.execute(db)).rows).toEqual([])
  const early = createPostgresPublishingStore({ db, url, log: () => {} })
  early.subscribe(() => {})
  await early.close()
  const never = createPostgresPublishingStore({ db, url: 'postgres://127.0.0.1:1/none', log: () => {} })
  never.subscribe(() => {})
  await never.close()
  await expect.poll(async () => (await LISTENERS.execute(db)).rows).toEqual([])
})

test('reports a failure after a minute without a successful read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = await openDatabase({ url })
  onTestFinished(() => db.destroy())
  const lines: string[] = []
  const store = createPostgresPublishingStore({
    db,
    url: 'postgres://site:secret@127.0.0.1:1/site',
    log: (line) => lines.push(line),
  })
  onTestFinished(store.close)
  expect(store.getFailures()).toEqual([])
  store.subscribe(() => {})
  const reason = 'Announcements of published changes cannot be read: connect ECONNREFUSED 127.0.0.1:1'
  await expect.poll(() => lines).toEqual([`${reason}. Trying again.`])
  vi.advanceTimersByTime(59_000)
  expect(store.getFailures()).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(store.getFailures()).toEqual([{ what: 'the pages', reason }])
  expect(lines).toHaveLength(1)
})
