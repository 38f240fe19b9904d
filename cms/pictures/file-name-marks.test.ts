import { expect, test } from 'vitest'
import { addColorMark, removeFileNameMarks } from './file-name-marks.ts'

const HASH = Uint8Array.of(0, 10, 250, 255, 11, 250) // two pixels

test('the average color stands before the extension of a photograph, and of nothing else', () => {
  expect(addColorMark('valves.jpg', HASH)).toBe('valves.800bfa.jpg')
  expect(addColorMark('valves.2024.jpg.jpg', HASH)).toBe('valves.2024.jpg.800bfa.jpg')
  expect(addColorMark('logo.png', HASH)).toBe('logo.png')
  expect(addColorMark('logo.svg', HASH)).toBe('logo.svg')
})

test.each([
  ['valves.800bfa.jpg', 'valves.jpg'],
  ['valves.7e6e68.0f3a92bc.jpg', 'valves.jpg'],
  ['logo.0f3a92bc.svg', 'logo.svg'],
  ['valves.jpg', 'valves.jpg'],
  ['valves.2024.jpg', 'valves.2024.jpg'],
  ['no extension', 'no extension'],
])('the name of %s without marks is %s', (fileName, expected) => {
  expect(removeFileNameMarks(fileName)).toBe(expected)
})
