import type { Plugin } from 'vite'
import { expect, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { createErrorOverlay, formatOverlayError } from './error-overlay.ts'

const CLOSED = { type: 'update', updates: [] }

/** Vite fails to load /module.ts. */
const failing: Plugin = {
  name: 'failing',
  configureServer: ({ middlewares }) => {
    middlewares.use('/module.ts', (_request, _response, next) => next(new Error('Failed to load ./careers.json')))
  },
}

const toPayload = (message: string) => ({ type: 'error', err: { message, stack: '' } })

test('each part has one error; the overlay closes when none is left', async () => {
  const { show, plugin } = createErrorOverlay()
  const { openPage } = await startViteServer([plugin])
  const page = await openPage()
  await expect.poll(() => page).toHaveLength(1) // it is connected
  show('types', 'a.ts:1:1: error TS1')
  show('content', 'home.json:2: is empty')
  show('types', 'a.ts:1:1: error TS2')
  show('types', '')
  const later = await openPage()
  await expect.poll(() => later).toContainEqual(toPayload('home.json:2: is empty'))
  show('content', '')
  show('content', '')
  const sent = [
    toPayload('a.ts:1:1: error TS1'),
    toPayload('a.ts:1:1: error TS1\n\nhome.json:2: is empty'),
    toPayload('home.json:2: is empty\n\na.ts:1:1: error TS2'),
    toPayload('home.json:2: is empty'),
    CLOSED,
  ]
  await expect.poll(() => page.slice(1)).toEqual(sent)
})

test('an error of Vite is not shown on a page that is requested later', async () => {
  const { show, plugin } = createErrorOverlay()
  const { url, openPage } = await startViteServer([plugin, failing])
  show('types', 'the last error')
  await fetch(new URL('module.ts', url))
  await fetch(url, { headers: { accept: 'text/html' } })
  const later = await openPage()
  await expect.poll(() => JSON.stringify(later)).toContain('the last error')
  expect(JSON.stringify(later)).not.toContain('careers.json')
})

test('an error of Vite waits for the page that causes it', async () => {
  const { url, openPage } = await startViteServer([createErrorOverlay().plugin, failing])
  await fetch(new URL('module.ts', url))
  const page = await openPage()
  await expect.poll(() => JSON.stringify(page)).toContain('Failed to load ./careers.json')
})

test('an error is shown with its place in the project, without colors and without frames of packages', () => {
  expect(formatOverlayError(new UserError(['home.json:2: is empty', 'home.json:3: too']))).toBe(
    'home.json:2: is empty\nhome.json:3: too',
  )
  const error = new Error('cannot read width')
  error.stack = `\u001b[31mError: cannot read width\u001b[0m
    at define (/site/cms/model/page.ts:3:1)
    at async run (file:///site/node_modules/vite/dist/node.js:1:1)
    at node:internal/process/task_queues:89:21`
  expect(formatOverlayError(error)).toBe('Error: cannot read width\n    at define (/site/cms/model/page.ts:3:1)')
  expect(formatOverlayError('a text')).toMatch(/^Error: a text\n/)
})
