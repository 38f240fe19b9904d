import { expect, test } from 'vitest'
import { parseTypeErrors } from './type-check-plugin.ts'

test('returns each type error once, with its place, its first line and its last', () => {
  const error = "src/a.tsx(95,14): error TS2322: Type 'string' is not assignable.\n  The types differ.\n    Details.\n"
  expect(parseTypeErrors(`\n${error}${error}server/b.ts(1,2): error TS2304: Cannot find name 'b'.`)).toBe(
    "src/a.tsx:95:14: Type 'string' is not assignable.\n    Details.\nserver/b.ts:1:2: Cannot find name 'b'.",
  )
  expect(parseTypeErrors('')).toBe('')
})

test('leaves syntax errors to Vite', () => {
  expect(parseTypeErrors("src/a.ts(3,1): error TS1005: ',' expected.")).toBeUndefined()
})
