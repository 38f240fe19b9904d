import { Tabs } from '@contentful/f36-components'
import { expect, test } from 'vitest'
import { saveFields } from '#tests/mounted/change-space.ts'
import { openDesk } from '#tests/mounted/open-desk.tsx'
import { createFile, createTestTools } from '#tests/mounted/test-tools.ts'
import { ViewTabs } from './view-tabs.tsx'

const VIEWS = (['add', 'texts', 'order', 'publish'] as const).map((id) => ({ id, name: id }))

test('each tab says how much is left to do in its view, in words for screen readers only, and nothing without a task', async () => {
  const desk = await openDesk({ tools: createTestTools(() => new Promise(() => {})) })
  const screen = await desk.mount(
    <Tabs currentTab="add">
      <ViewTabs views={VIEWS} />
    </Tabs>,
  )
  const listNames = () =>
    screen
      .getByRole('tablist', { name: 'Views' })
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent)
  await expect.poll(listNames).toEqual(['add', 'texts', 'order', 'publish'])

  const [first = '', second = '', third = ''] = desk.listPictureIds()
  desk.workspace.edits.change(first, { altText: null })
  desk.workspace.uploads.addFiles([createFile('new.jpg')])
  await expect.poll(listNames).toEqual(['add (1) not finished', 'texts (2) without texts', 'order', 'publish'])
  const hidden = screen.getByText('not finished').element()
  expect(hidden.getBoundingClientRect().width).toBeLessThanOrEqual(1)

  await desk.workspace.edits.saveAll()
  await expect.poll(() => listNames()[3]).toBe('publish (1) not published')

  const { page } = await desk.workspace.fetchSpacePictures()
  desk.workspace.order.setPage(page)
  desk.workspace.updateSpacePictures({ page: await desk.space.entry.update({ entryId: page.sys.id }, page) })
  await expect.poll(() => listNames()[3]).toBe('publish (1) and the gallery not published')
  const saved = await saveFields(desk.space, first, { altText: 'A text' })
  desk.workspace.updateSpacePictures({ entries: [await desk.space.entry.publish({ entryId: first }, saved)] })
  await expect
    .poll(listNames)
    .toEqual(['add (1) not finished', 'texts (1) without texts', 'order', 'publish • the gallery not published'])
  desk.workspace.order.change([third, first, second])
  await expect.poll(() => listNames()[2]).toBe('order • not saved')
})
