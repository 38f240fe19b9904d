import { expect, test } from 'vitest'
import { addImports, addToObject } from './edit-source.ts'

test('adds a line to the end of an object with nested objects', () => {
  const text = "const a = {\n  id: 'a',\n  fields: {\n    one: line({ max: 1 }),\n  },\n}\n"
  expect(addToObject(text, text.indexOf('fields'), ['two: line({}),'])).toBe(
    "const a = {\n  id: 'a',\n  fields: {\n    one: line({ max: 1 }),\ntwo: line({}),\n},\n}\n",
  )
})

test('adds a line to an object on one line, and to an empty one', () => {
  expect(addToObject('define({ a: 1 })', 0, ['b: 2,'])).toBe('define({ a: 1,\nb: 2,\n})')
  expect(addToObject('define({})', 0, ['b: 2,'])).toBe('define({\nb: 2,\n})')
})

test('reports an object without an end', () => {
  expect(() => addToObject('define({ a: 1', 0, [])).toThrow('An object has no end')
})

test('adds names to an import, or a new import', () => {
  const text = "import {\n  a,\n  type B,\n} from './a.ts'\n"
  expect(addImports(text, './a.ts', ['c', 'a'])).toBe("import { a, type B, c } from './a.ts'\n")
  expect(addImports(text, './c.ts', ['c'])).toBe(`import { c } from './c.ts'\n${text}`)
})
