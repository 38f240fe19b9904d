import { expect, test } from 'vitest'
import { findLogoProblem } from './find-logo-problem.ts'

const findProblem = (attributes: string, start = '', content = '<rect width="9" height="9"/>') =>
  findLogoProblem(Buffer.from(`${start}<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`))

test.each([
  ' viewBox="0 0 480 140"',
  " viewBox='0,0,480,140' width='100%'",
  ' width="48px" height="14.5mm"',
  ' desc=">" width="0.5" height="3"',
])('accepts a drawing with a size: %s', (attributes) => {
  expect(findProblem(attributes, '<!-- <svg> -->')).toBeUndefined()
})

test.each([
  '',
  ' width="100%" height="100%"',
  ' width="480"',
  ' viewBox="0 0 9 0"',
  ' width="0" height="3"',
  ' stroke-width="4" height="4"',
])('refuses a drawing without a size: %s', (attributes) => {
  expect(findProblem(attributes, '<!-- viewBox="0 0 9 9" -->')).toBe(
    'has no size (no viewBox, and no width and height), so that browsers cut it: export it again from the program that drew it, or as PNG',
  )
})

const ENTITIES = '<!DOCTYPE svg [<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">]>'

test.each([
  '<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"/></switch>',
  '<switch><foreignObject requiredExtensions="&ns_ai;"/></switch>',
])('gives the advice for Illustrator without its comment: %s', (content) => {
  expect(findProblem(' viewBox="0 0 9 9"', '', content)).toMatch(/: in Illustrator choose “File › Export › Export As…”/)
})

test.each([
  [`<!-- Generator: Adobe Illustrator 27.0.0 -->${ENTITIES}`, /document type with declarations: in Illustrator choose/],
  [
    '<!-- Created with Inkscape -->',
    /holds a script: in Inkscape choose “File › Save a Copy…” and the type “Plain SVG”/,
  ],
  ['', /holds a script: export it again from the program that drew it, or as PNG/],
])('gives the advice of the program that drew it: %s', (start, problem) => {
  expect(findProblem(' viewBox="0 0 9 9"', start, '<script/>')).toMatch(problem)
})
