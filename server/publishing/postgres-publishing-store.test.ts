import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createPostgresPublishingStore } from './postgres-publishing-store.ts'
import { ANY_CHANGE, type ContentChange } from './publishing-options.ts'

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
  /** Address of the database for all but the connection that listens. */
  readonly databaseUrl?: string
  readonly listenUrl?: string
  readonly pollInterval?: number
}

/** One of the site's web servers, which has rendered all pages: what it hears from then on is in `heard`. */
async function startNode({
  databaseUrl = url,
  listenUrl = url,
  pollInterval: pollIntervalMs = 60_000,
}: NodeOptions = {}) {
  const db = await openDatabase({ url: databaseUrl })
  const heard: ContentChange[] = []
  const lines: string[] = []
  const store = createPostgresPublishingStore({ db, url: listenUrl, log: (line) => lines.push(line), pollIntervalMs })
  const stop = async () => {
    await store.close()
    await db.destroy()
  }
  onTestFinished(stop)
  store.subscribe((touched) => heard.push(touched))
  await expect.poll(() => heard).toEqual([ANY_CHANGE])
  heard.length = 0
  const types = () => heard.flatMap(({ contentTypes, anything }) => (anything ? ['anything'] : [...contentTypes]))
  const announce = (name: string, requestKeys: readonly string[] = [name]) =>
    store.announce({ requestKeys, change: changeOf(name) })
  return { db, store, heard, types, lines, announce, stop }
}

/** Connections that listen, by their process ids. */
const LISTENERS = sql<{ pid: number }>`
  select pid from pg_stat_activity where application_name = 'publish announcements' and datname = current_database()`

const numbered = (count: number, name = 'type') => Array.from({ length: count }, (_, index) => `${name}-${index}`)

test('an announcement is heard once on every node, as it was made', async () => {
  const [one, two] = [await startNode(), await startNode()]
  const changes = [changeOf('a', 'b'), { ...changeOf(), assets: true }, ANY_CHANGE, changeOf('"\u0000\ud800\u{1f600}')]
  for (const [index, change] of changes.entries()) {
    expect(await [one, two][index % 2]?.store.announce({ requestKeys: [`${index}`], change })).toBe(true)
  }
  await expect.poll(() => one.heard).toEqual(changes)
  await expect.poll(() => two.heard).toEqual(changes)
})

test('a request with one of its names known is a repeat, on every node', async () => {
  const [one, two] = [await startNode(), await startNode()]
  expect(await one.announce('first', ['signature', 'key'])).toBe(true)
  expect(await two.announce('replay', ['signature', 'other key'])).toBe(false)
  expect(await two.announce('repeat', ['other signature', 'key'])).toBe(false)
  expect(await one.announce('next', ['third signature', 'third key'])).toBe(true)
  await expect.poll(one.types).toEqual(['first', 'next'])
  await expect.poll(two.types).toEqual(['first', 'next'])
})

test('of the same request to two nodes at the same time one is new', async () => {
  const nodes = [await startNode(), await startNode()]
  for (const name of numbered(20)) {
    const names = [`${name} signature`, `${name} key`]
    const answers = await Promise.all(
      nodes.flatMap((node) => [node.announce(name, names), node.announce(name, names.toReversed())]),
    )
    expect(answers.filter(Boolean)).toEqual([true])
  }
  for (const { types } of nodes) await expect.poll(types).toEqual(numbered(20))
})

test('200 announcements of concurrent writers reach both nodes once each, in one order', async () => {
  const [one, two] = [await startNode(), await startNode()]
  // Without the lock, transactions that take their ids in one order would commit in another.
  await sql`create function dawdle() returns trigger language plpgsql
    as 'begin perform pg_sleep(random() * 0.01); return null; end'`.execute(one.db)
  await sql`create constraint trigger dawdling after insert on publish_announcement
    deferrable initially deferred for each row execute function dawdle()`.execute(one.db)
  const names = numbered(200)
  // As the requests of Contentful: a few at a time on each node.
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

test('a node whose connections are cut hears afterwards what it has missed, once', async () => {
  const [one, two] = [await startNode(), await startNode()]
  await one.announce('before')
  await expect.poll(two.types).toEqual(['before'])
  for (let round = 0; round < 3; round++) {
    const { rows } = await LISTENERS.execute(one.db)
    expect(rows).toHaveLength(2)
    for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(one.db)
    for (const name of numbered(10, `away-${round}`)) expect(await one.announce(name)).toBe(true)
    await expect.poll(async () => (await LISTENERS.execute(one.db)).rows.length).toBe(2)
  }
  const expected = ['before', ...[0, 1, 2].flatMap((round) => numbered(10, `away-${round}`))]
  await expect.poll(one.types).toEqual(expected)
  await expect.poll(two.types).toEqual(expected)
  expect(two.lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Announcements of published changes cannot be read: .*Trying again\.$/),
    'Announcements of published changes are read again.',
  ])
  expect(two.store.getFailures()).toEqual([]) // it was a moment
})

test('an announcement is heard without its notification, too', async () => {
  const node = await startNode({ pollInterval: 100 })
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

test('announcements are kept for a day, and the newest one longer', async () => {
  const node = await startNode()
  const ids = async () =>
    (await node.db.selectFrom('publish_announcement').select('id').orderBy('id').execute()).map(({ id }) => id)
  const age = (hours: number, upTo: number) =>
    node.db
      .updateTable('publish_announcement')
      .set({ announced_at: Date.now() - hours * 3_600_000 })
      .where('id', '<=', upTo)
      .execute()
  const announceAndHear = async (name: string) => {
    await node.announce(name)
    await expect.poll(() => node.types().at(-1)).toBe(name)
  }
  await announceAndHear('a')
  await announceAndHear('b')
  await age(23, 1)
  await announceAndHear('c')
  expect(await ids()).toEqual([1, 2, 3])
  await age(25, 3)
  await announceAndHear('d')
  expect(await ids()).toEqual([4])
  await age(100, 4)
  await announceAndHear('e')
  expect(await ids()).toEqual([5])
  expect(node.types()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('names are kept longer than a signature is valid, and no longer', async () => {
  const node = await startNode()
  await node.announce('a')
  const kept = () => node.db.selectFrom('webhook_call').selectAll().execute()
  const [row] = await kept()
  expect(row?.expires_at).toBeGreaterThan(Date.now() + 10 * 60_000)
  await node.db
    .updateTable('webhook_call')
    .set({ expires_at: Date.now() - 1_000 })
    .execute()
  await node.announce('b')
  expect(await kept()).toHaveLength(1)
  expect(await node.announce('a')).toBe(true)
})

test('a node that was away for longer than announcements are kept renders all pages', async () => {
  const node = await startNode({ pollInterval: 100 })
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

test('a database that was put back to an earlier state renders all pages, and announcements go on', async () => {
  const node = await startNode({ pollInterval: 100 })
  for (const name of ['a', 'b', 'c']) await node.announce(name)
  await expect.poll(node.types).toEqual(['a', 'b', 'c'])
  await node.db.deleteFrom('publish_announcement').where('id', '>', 1).execute()
  await expect.poll(node.types).toEqual(['a', 'b', 'c', 'anything'])
  await node.announce('d')
  await expect.poll(node.types).toEqual(['a', 'b', 'c', 'anything', 'd'])

  // Restored, and announced further, before the node reads again: its last id is another announcement by now.
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

test('a change that could not be stored is refused, and stored as soon as that is possible; its repeat counts once', async () => {
  const [one, two] = [await startNode({ pollInterval: 100 }), await startNode()]
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`.execute(
    one.db,
  )
  await sql`create trigger refusing before insert on publish_announcement execute function refuse()`.execute(one.db)
  await expect(one.announce('repeated')).rejects.toThrow('no')
  await expect(one.announce('given up')).rejects.toThrow('no')
  expect(await one.db.selectFrom('webhook_call').selectAll().execute()).toEqual([])
  await sql`drop trigger refusing on publish_announcement`.execute(one.db)
  await expect.poll(two.types).toEqual(['repeated', 'given up'])
  expect(await two.announce('repeated')).toBe(false)
  expect(two.types()).toEqual(one.types())
})

/** A connection to the database that can fall silent, as when a cable is pulled. */
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

test('a connection that falls silent is replaced, and the node closes while it is silent', async () => {
  const proxy = await startSilentProxy()
  const [node, other] = [await startNode({ listenUrl: proxy.url, pollInterval: 200 }), await startNode()]
  proxy.silence()
  await other.announce('unheard')
  await expect.poll(node.types).toEqual(['unheard']) // on the next connection
  proxy.silence()
  const begun = performance.now()
  await node.stop()
  expect(performance.now() - begun).toBeLessThan(9_000) // less than a query would wait
  proxy.cut()
})

test('a node that falls silent in the middle of an announcement does not stop the others', async () => {
  const proxy = await startSilentProxy()
  const silent = await startNode({ databaseUrl: proxy.url, pollInterval: 500 })
  const other = await startNode({ pollInterval: 500 })
  await sql`create function dawdle() returns trigger language plpgsql
    as 'begin if new.touched like ''%silent%'' then perform pg_sleep(1); end if; return new; end'`.execute(other.db)
  await sql`create trigger dawdling before insert on publish_announcement
    for each row execute function dawdle()`.execute(other.db)
  const LOCKS = sql`select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`
  const refused = silent.announce('silent').catch(String)
  await expect.poll(async () => (await LOCKS.execute(other.db)).rows.length).toBe(1)
  proxy.silence()
  await other.announce('other').catch(() => {}) // it may have to wait for longer than a request does
  await expect.poll(() => other.types().toSorted(), { timeout: 60_000 }).toEqual(['other', 'silent'])
  await expect.poll(() => silent.types().toSorted()).toEqual(['other', 'silent'])
  expect(await refused).toContain('The database has not answered for 10 s')
  proxy.cut()
})

test('a node that is closed has no connection left, and can be closed before it has one', async () => {
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

test('a database that cannot be read for a minute is a failure, and until then none', async () => {
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
