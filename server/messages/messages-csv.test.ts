import { beforeEach, expect, test } from 'vitest'
import type { Database, Tables } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { streamMessagesCsv } from './messages-csv.ts'

const id = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`

const spam = (n: number, changes: Partial<Tables['message']>): Tables['message'] => ({
  id: id(n),
  idempotency_key: `${n}`,
  name: 'Ann',
  email: 'ann@site.example',
  message: 'Hello',
  folder: 'spam',
  spam_reason: 'honeypot',
  received_at: 1,
  ...changes,
})

describeOnEachDatabase('messages as CSV', (open) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })

  async function exported(): Promise<string> {
    let csv = ''
    for await (const text of streamMessagesCsv(db)) csv += text
    return csv
  }

  test('a spreadsheet computes nothing of what a visitor wrote', async () => {
    const formulas = ['=1', '+1', '-1', '@SUM(A1)', '\t=1', '\rx', '\n=1', '  =1', '＝1', '＋1', '－1', '＠x']
    await db
      .insertInto('message')
      .values(formulas.map((message, n) => spam(n, { message })))
      .execute()
    const csv = await exported()
    for (const formula of formulas) expect(csv).toContain(`,"'${formula}","spam"`)
  })

  test('everything else stays as it is', async () => {
    const plain = ['1=1', 'a@site.example', `'=1`, '', ' a', '😀', 'مرحبا', 'two\r\nlines', 'a, b; c']
    await db
      .insertInto('message')
      .values(plain.map((message, n) => spam(n, { message })))
      .execute()
    const csv = await exported()
    for (const message of plain) expect(csv).toContain(`,"${message}","spam"`)
  })

  test('more messages than one page, also of one moment, come each once', async () => {
    const rows = Array.from({ length: 1_203 }, (_, n) => spam((n * 7) % 1_203, { received_at: n < 600 ? 7 : 7 + n }))
    await db.insertInto('message').values(rows).execute()
    const lines = (await exported()).trimEnd().split('\r\n').slice(1)
    const sorted = rows.toSorted((a, b) => a.received_at - b.received_at || (a.id < b.id ? -1 : 1))
    expect(lines.map((line) => line.split('"')[1])).toEqual(sorted.map((row) => row.id))
  })

  test('without messages there are the headings', async () =>
    expect(await exported()).toMatch(/^\ufeff"id","received",[^\n]+"last error"\r\n$/))
})
