import { expect, onTestFinished, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { startViteServer } from '#tests/setup/server/vite-server.ts'
import { createContentWatcher } from './content-watcher.ts'
import { createErrorOverlay } from './error-overlay.ts'

const QUERY = 'src/content/site.graphql'
const MESSAGE = `${QUERY}:5:7: query Site: Cannot query field "watchLabels"`

/** A module of the model that is outside of its folder. */
const RULES = 'cms/pictures/picture-rules.ts'

const FILES = { [QUERY]: '', 'src/content/site.ts': '', 'cms/model/model.gen.ts': '', [RULES]: '' }

/** Starts a server whose regeneration records the changed files, and fails with `message` if it is set. */
async function startSite() {
  let message = ''
  const calls: (readonly string[])[] = []
  const overlay = createErrorOverlay()
  const watcher = createContentWatcher(overlay, {
    invalidate: (file) => [RULES, 'cms/model/model.gen.ts'].includes(file),
    regenerate: async (files, onSeeded) => {
      calls.push(files)
      if (message) throw new UserError([message])
      onSeeded()
      return async () => ''
    },
    close: async () => {},
  })
  onTestFinished(watcher.close)
  const { edit, openPage } = await startViteServer([overlay.plugin, watcher.plugin], FILES)
  const changeQuery = async (text: string) => {
    message = text
    await edit(QUERY, text)
  }
  return { watcher, calls, edit, openPage, changeQuery }
}

test('an error of a query is shown with its line, also to pages that connect later, until it is fixed', async () => {
  const { watcher, calls, openPage, changeQuery } = await startSite()
  const page = await openPage()
  await watcher.regenerate()
  expect(await watcher.isValid()).toBe(true)
  const error = { type: 'error', err: { message: MESSAGE, stack: '' } }

  await changeQuery(MESSAGE)
  await expect.poll(() => page).toContainEqual(error)
  expect(await watcher.isValid()).toBe(false)
  const reloadedPage = await openPage()
  await expect.poll(() => reloadedPage).toContainEqual(error)

  await changeQuery('')
  const closed = { type: 'update', updates: [] }
  for (const payloads of [page, reloadedPage]) await expect.poll(() => payloads).toContainEqual(closed)
  expect(await watcher.isValid()).toBe(true)
  expect(calls).toEqual([[], [QUERY], [QUERY]])
})

test('sources of the content and modules that they import are watched, and pages fetch what was seeded', async () => {
  const { calls, edit, openPage } = await startSite()
  const page = await openPage()
  for (const file of Object.keys(FILES).toReversed()) await edit(file, 'changed')
  await expect.poll(() => calls.flat().toSorted()).toEqual([RULES, QUERY])
  await expect.poll(() => page).toContainEqual({ type: 'custom', event: 'content:change' })
})
