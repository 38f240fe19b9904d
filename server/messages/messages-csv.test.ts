import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createMessageRow } from '#tests/setup/server/test-messages.ts'
import { streamMessagesCsv } from './messages-csv.ts'

const id = (n: number) => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`

describeOnEachDatabase('the CSV export', (open) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })

  async function exportCsv(): Promise<string> {
    let csv = ''
    for await (const text of streamMessagesCsv(db)) csv += text
    return csv
  }

  test('escapes cells that a spreadsheet would evaluate as a formula, and no others', async () => {
    const formulas = ['=1', '+1', '-1', '@SUM(A1)', '\t=1', '\rx', '\n=1', '  =1', '＝1', '＋1', '－1', '＠x']
    const plain = ['1=1', 'a@site.example', `'=1`, '', ' a', '😀', 'مرحبا', 'two\r\nlines', 'a, b; c']
    const rows = [...formulas, ...plain].map((message, n) => createMessageRow({ id: id(n), message, folder: 'spam' }))
    await db.insertInto('message').values(rows).execute()
    const csv = await exportCsv()
    for (const formula of formulas) expect(csv).toContain(`,"'${formula}","spam"`)
    for (const message of plain) expect(csv).toContain(`,"${message}","spam"`)
  })

  test('exports each message once, across pages and equal times', async () => {
    const rows = Array.from({ length: 1_203 }, (_, n) =>
      createMessageRow({ id: id((n * 7) % 1_203), received_at: n < 600 ? 7 : 7 + n }),
    )
    await db.insertInto('message').values(rows).execute()
    const lines = (await exportCsv()).trimEnd().split('\r\n').slice(1)
    const sorted = rows.toSorted((a, b) => a.received_at - b.received_at || (a.id < b.id ? -1 : 1))
    expect(lines.map((line) => line.split('"')[1])).toEqual(sorted.map((row) => row.id))
  })
})
