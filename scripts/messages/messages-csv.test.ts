import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { createMessageRow } from '#tests/setup/messages.ts'
import { streamMessagesCsv } from './messages-csv.ts'

test('escapes cells that a spreadsheet would evaluate as a formula, and no others', async () => {
  const { db } = await createTestDatabase()
  const formulas = ['=1', '+1', '-1', '@SUM(A1)', '\t=1', '\rx', '\n=1', '  =1', '＝1', '＋1', '－1', '＠x']
  const plain = ['1=1', 'a@site.example', `'=1`, '', ' a', '😀', 'مرحبا', 'two\r\nlines', 'a, b; c']
  const rows = [...formulas, ...plain].map((message) => createMessageRow({ message, folder: 'spam' }))
  await db.insertInto('message').values(rows).execute()
  let csv = ''
  for await (const text of streamMessagesCsv(db)) csv += text
  for (const formula of formulas) expect(csv).toContain(`,"'${formula}","spam"`)
  for (const message of plain) expect(csv).toContain(`,"${message}","spam"`)
})
