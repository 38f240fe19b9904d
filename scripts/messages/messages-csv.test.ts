import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { createMessageRow } from '#tests/setup/messages.ts'
import { streamMessagesCsv } from './messages-csv.ts'

test('has all messages, and escapes cells that a spreadsheet would evaluate as a formula, and no others', async () => {
  const { db } = await createTestDatabase()
  const formulas = ['=1', '+1', '-1', '@SUM(A1)', '\t=1', '\rx', '\n=1', '  =1', '＝1', '＋1', '－1', '＠x']
  const plain = ['1=1', 'a@site.example', `'=1`, '', ' a', '😀', 'مرحبا', 'two\r\nlines', 'a, b; c']
  const more = Array<string>(500).fill('more') // than one read returns, all received at the same time
  const messages = [...formulas, ...plain, ...more]
  const rows = messages.map((message) => createMessageRow({ message, folder: 'spam', received_at: 1 }))
  await db.insertInto('message').values(rows).execute()
  let csv = ''
  for await (const text of streamMessagesCsv(db)) csv += text
  for (const formula of formulas) expect(csv).toContain(`,"'${formula}","spam"`)
  expect(csv.split('"more"')).toHaveLength(501)
  for (const message of plain) expect(csv).toContain(`,"${message}","spam"`)
})
