import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import {
  addDraft,
  fillGallery,
  nameTexts,
  readListedIds,
  saveFields,
  saveGalleryIds,
} from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { TILE_PICTURE_WIDTH } from './order-tile.tsx'
import { OrderView } from './order-view.tsx'

/** The tile at a position. */
const getTile = (position: number) => page.getByRole('button', { name: new RegExp(`^${position}: `) })

/** The ids of the photographs in the order of the grid. */
const readTiles = () =>
  [...document.querySelectorAll<HTMLElement>('.order-grid [data-entry-id]')].map(({ dataset }) => dataset.entryId)

async function openOrder(options: Parameters<typeof openDesk>[0] = {}) {
  const desk = await openDesk(options)
  const screen = await desk.mount(<OrderView />)
  const bar = screen.getByRole('region', { name: 'Changes of the order' })
  const toolbar = screen.getByRole('toolbar', { name: 'Selection' })
  await expect.element(bar).toBeVisible()
  return {
    desk,
    screen,
    bar,
    toolbar,
    unlisted: screen.getByRole('region', { name: 'Not in the gallery' }),
    click: (name: string) => screen.getByRole('button', { name }).click(),
    /** What the bar says of the order. */
    status: bar.getByRole('status'),
    /** What was moved last. */
    announcement: screen.getByRole('status').first(),
  }
}

test('each tile says its position, what is wrong with the photograph, and that it is not published', async () => {
  const { desk, screen, unlisted } = await openOrder({
    prepare: async (space) => {
      await nameTexts(space)
      const [first = '', second = '', third = ''] = await readListedIds(space)
      await addDraft(space, 'incomplete', { isListed: false })
      await saveFields(space, second, { focalPoint: '20% 90%' })
      await saveFields(space, 'incomplete', { photo: undefined })
      await saveGalleryIds(space, [third, 'deleted', second, 'incomplete'])
      await space.entry.unpublish({ entryId: first })
    },
  })
  const [removed] = [...(desk.workspace.getSpacePictures()?.entries.keys() ?? [])].filter(
    (id) => !desk.listPictureIds().includes(id),
  )
  await expect.element(screen.getByRole('main')).toMatchAriaInlineSnapshot(`
    - main:
      - /children: deep-equal
      - status
      - button "All (4)" [pressed]
      - button "Missing texts (1)"
      - button "Not published (4)"
      - searchbox "Search photographs"
      - paragraph: Drag to move, or press Space, then the arrow keys, Home or End. Click or Enter selects, with Ctrl or Shift several. Delete removes.
      - toolbar "Selection":
        - status: 4 listed
        - button "Select all"
        - button "To the top" [disabled]
        - button "To the end" [disabled]
        - button "To position …" [disabled]
        - button "Remove" [disabled]
        - button "Publish …" [disabled]
        - button "Take down …" [disabled]
        - button "Archive …" [disabled]
      - list "Order of the photographs":
        - listitem:
          - button "1: Text 3 Changed"
          - checkbox "Select Text 3"
          - button "Open Text 3"
        - listitem:
          - button "2: A deleted photograph Does not exist any more"
          - checkbox "Select A deleted photograph"
        - listitem:
          - button "3: Text 2 Changed"
          - checkbox "Select Text 2"
          - button "Open Text 2"
        - listitem:
          - button "4: A photograph without a text File missing Text missing Draft"
          - checkbox "Select A photograph without a text"
          - button "Open A photograph without a text"
      - status
      - region "Not in the gallery":
        - heading "Not in the gallery (1)" [level=2]
        - paragraph: When the gallery is published, visitors do not see these photographs.
        - list:
          - listitem:
            - button "Text 1"
            - checkbox "Select Text 1"
            - paragraph: Text 1
            - text: Draft
            - button "Add to the end: Text 1": Add to the end
      - region "Changes of the order":
        - status: The order is saved as a draft. Publish it in the Publish tab.
        - button "Undo" [disabled]
        - button "Discard" [disabled]
        - button "Save" [disabled]
  `)
  const images = [...screen.container.querySelectorAll('img')]
  expect(images.map(({ style }) => style.objectPosition)).toEqual(['', '20% 90%', ''])
  const widths = images.map(({ src }) => new URL(src).searchParams.get('w'))
  expect(new Set(widths)).toEqual(new Set([String(TILE_PICTURE_WIDTH)]))
  await expectNoAxeViolations()
  await unlisted.getByRole('button', { name: 'Text 1', exact: true }).click()
  expect(desk.workspace.openedPicture.getState()).toEqual({ id: removed, ids: [...desk.listPictureIds(), removed] })
})

test('§10.40 pictures are found, selected and opened while a search is active, and cannot be moved by keys', async () => {
  const { desk, screen, click, toolbar, unlisted } = await openOrder({
    prepare: async (space) => saveGalleryIds(space, (await readListedIds(space)).slice(1, 2)),
  })
  const [listed = ''] = desk.listPictureIds()
  await expect.element(toolbar.getByRole('status')).toHaveTextContent('1 listed')
  expect(unlisted.getByRole('checkbox').elements()).toHaveLength(2)
  const other = [...(desk.workspace.getSpacePictures()?.entries.keys() ?? [])].find((id) => id !== listed) ?? ''
  const title = desk.getPicture(other)?.title ?? ''
  await screen.getByRole('searchbox').fill(title.toUpperCase())
  await expect.element(toolbar.getByRole('status')).toHaveTextContent('1 found')
  await expect.poll(readTiles).toEqual([])
  await expect.element(screen.getByText(/^Clear the search to drag\./)).toBeVisible()
  await click('Select all')
  await expect.element(toolbar.getByRole('status')).toHaveTextContent('1 selected')
  await expect.element(unlisted.getByRole('checkbox')).toBeChecked()
  for (const name of ['To the top', 'To the end', 'To position …', 'Remove'])
    await expect.element(toolbar.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await click('Clear selection')

  await screen.getByRole('searchbox').fill(desk.getPicture(listed)?.title ?? '')
  await expect.poll(readTiles).toEqual([listed])
  await getTile(1).element().focus()
  await userEvent.keyboard(' ')
  await expect.element(getTile(1)).toHaveAttribute('aria-pressed', 'true') // it selects
  await click(`Open ${desk.getPicture(listed)?.title}`)
  expect(desk.workspace.openedPicture.getState()).toEqual({ id: listed, ids: [listed] })
  await screen.getByRole('searchbox').fill('not in any text')
  await expect.element(screen.getByText('No photograph matches the search.')).toBeVisible()
})

test('§10.40 photographs are filtered by missing texts and by what is not published', async () => {
  const { desk, click } = await openOrder({
    prepare: async (space) => {
      const [first = ''] = await readListedIds(space)
      await addDraft(space, 'without', {})
      await saveFields(space, first, { caption: 'A new caption' })
    },
  })
  const ids = desk.listPictureIds()
  await click('Missing texts (1)')
  await expect.poll(readTiles).toEqual(['without'])
  await click('Not published (2)')
  await expect.poll(readTiles).toEqual(ids.slice(0, 2))
  await click('All (4)')
  await expect.poll(readTiles).toEqual(ids)
})

test('§10.35 each press of a key moves a picked-up photograph by one place, and the order is changed once', async () => {
  const { desk, screen, announcement, status } = await openOrder({ prepare: (space) => fillGallery(space, 24) })
  const ids = desk.listPictureIds()
  getTile(23).element().focus()
  await userEvent.keyboard(' {ArrowLeft>15/}{ArrowUp}')
  await expect.element(announcement).toMatchTextContent(/^Moved to position \d of 24$/)
  const tile = page.elementLocator(document.querySelector(`[data-entry-id="${ids[22]}"]`) ?? document.body)
  await expect.element(tile).toBeInViewport({ ratio: 0.95 })
  await userEvent.keyboard('{Escape}')
  await expect.element(announcement).toHaveTextContent('Canceled. Still at position 23 of 24')
  await expect.element(status).toMatchTextContent(/^The order is saved as a draft\./)

  await userEvent.keyboard(' ')
  await expect.element(announcement).toHaveTextContent('Picked up the picture at position 23 of 24')
  await userEvent.keyboard('{Home}{ArrowRight} ')
  await expect.element(announcement).toHaveTextContent('Dropped at position 2 of 24')
  await expect.element(status).toHaveTextContent('1 moved. Not saved.')
  expect(readTiles().slice(0, 3)).toEqual([ids[0], ids[22], ids[1]])
  await expect.element(getTile(2)).toHaveFocus()
  await screen.getByRole('searchbox').click()
  await userEvent.keyboard('{Control>}z{/Control}')
  getTile(2).element().focus()
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(status).toHaveTextContent('1 moved. Not saved.')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(status).toMatchTextContent(/^The order is saved as a draft\./)
  await userEvent.keyboard(' {Home}')
  await screen.getByRole('searchbox').click()
  await expect.element(announcement).toMatchTextContent(/^Canceled\. Still at position \d+ of 24$/)
})

test('§10.35 several are selected by keys and clicks, move together, and go to a position that exists', async () => {
  const { desk, screen, bar, click, toolbar, status, announcement } = await openOrder({
    prepare: (space) => fillGallery(space, 6),
  })
  const ids = desk.listPictureIds()
  const selected = toolbar.getByRole('status')
  await getTile(2).click()
  await expect.element(selected).toHaveTextContent('1 selected, at position 2')
  await click('To position …')
  const single = screen.getByRole('dialog', { name: 'Move to a position' })
  await expect.element(single.getByRole('spinbutton', { name: /^Position(?! of)/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await getTile(4).click({ modifiers: ['Shift'] })
  await expect.element(selected).toHaveTextContent('3 selected, at positions 2 to 4')
  await getTile(3).click({ modifiers: ['ControlOrMeta'] })
  await expect.element(selected).toHaveTextContent('2 selected')
  screen
    .getByRole('checkbox', { name: `Select ${desk.getPicture(ids[5] ?? '')?.title}` })
    .element()
    .focus()
  await userEvent.keyboard(' ') // keys of the grid are those of its tiles, not of the controls in them
  await expect.element(selected).toHaveTextContent('3 selected')
  await click('To the top')
  await expect.poll(readTiles).toEqual([1, 3, 5, 0, 2, 4].map((index) => ids[index]))
  await expect.element(status).toHaveTextContent('3 moved. Not saved.')
  await click('To the end')
  await expect.poll(readTiles).toEqual([0, 2, 4, 1, 3, 5].map((index) => ids[index]))

  await click('To position …')
  const dialog = screen.getByRole('dialog', { name: 'Move 3 to a position' })
  const input = dialog.getByRole('spinbutton', { name: /^Position of the first one/ })
  await expect.element(input).toHaveFocus()
  await expect.element(dialog.getByText('From 1 to 4.')).toBeVisible()
  await expectNoAxeViolations()
  await userEvent.keyboard('5{Enter}')
  await expect.element(input).toBeInvalid()
  await userEvent.keyboard('{Control>}a{/Control}2{Enter}')
  await expect.poll(readTiles).toEqual([0, 1, 3, 5, 2, 4].map((index) => ids[index]))
  await expect.element(selected).toHaveTextContent('3 selected, at positions 2 to 4')
  await click('To position …')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'To position …' })).toHaveFocus()

  getTile(1).element().focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(selected).toHaveTextContent('6 listed')
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowLeft}{End}{/Shift} ')
  await expect.element(selected).toHaveTextContent('5 selected, at positions 2 to 6')
  await expect.element(announcement).toMatchTextContent(/^Picked up 5 pictures at/)
  await userEvent.keyboard('{Escape}{Shift>}{Home}{/Shift}')
  await expect.element(selected).toHaveTextContent('2 selected, at positions 1 to 2')
  await userEvent.keyboard('{Control>}a{/Control}')
  await expect.element(selected).toHaveTextContent('6 selected, at positions 1 to 6')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect.element(status).toMatchTextContent(/^The order is saved as a draft\./)
  expect(readTiles()).toEqual(ids)
})

test('a removed photograph can be added again; the focus stays near a control that disappears', async () => {
  const { desk, screen, status, unlisted } = await openOrder()
  const [first = '', second = '', third = ''] = desk.listPictureIds()
  getTile(2).element().focus()
  await userEvent.keyboard('{Delete}')
  await expect.element(status).toHaveTextContent('1 removed. Not saved.')
  await expect.poll(() => document.activeElement?.closest('li')?.dataset.entryId).toBe(third)
  await userEvent.keyboard('{Delete}')
  await expect.poll(readTiles).toEqual([first])
  getTile(1).element().focus()
  await userEvent.keyboard('{Delete}')
  await expect
    .element(screen.getByText('The gallery is empty. Add a photograph below, or upload some in the Add tab.'))
    .toBeVisible()
  await expectNoAxeViolations()
  for (const [index, id] of [third, first, second].entries()) {
    const button = unlisted.getByRole('button', { name: `Add to the end: ${desk.getPicture(id)?.title}` })
    button.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(readTiles).toHaveLength(index + 1)
  }
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
  expect(readTiles()).toEqual([third, first, second])
  await expect.element(status).toHaveTextContent('1 moved. Not saved.')
})

test('§10.17 a full gallery says how many it can have, and takes no more', async () => {
  const pictureType = { ...PHOTO_TYPE, page: { ...PHOTO_TYPE.page, maxItems: 3 } }
  const { desk, unlisted, status } = await openOrder({
    pictureType,
    prepare: (space) => addDraft(space, 'other', { altText: 'A crew welds two pipes', isListed: false }),
  })
  await expect
    .element(unlisted)
    .toMatchTextContent('The gallery can have 3 photographs. Remove one before you add another.')
  const button = unlisted.getByRole('button', { name: 'Add to the end: A crew welds two pipes' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await expect.element(status).toHaveTextContent('No unsaved changes.')
  expect(readTiles()).toEqual(desk.listPictureIds())
})

test('§10.35 the order is written by Save only, and a save that fails says why and keeps it', async () => {
  const { desk, bar, click, status } = await openOrder()
  const ids = desk.listPictureIds()
  const [first, second, third] = ids
  for (const name of ['Undo', 'Discard', 'Save'])
    await expect.element(bar.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  await getTile(3).click()
  await click('To the top')
  await expect.element(status).toHaveTextContent('1 moved. Not saved.')
  expect(await readListedIds(desk.space)).toEqual(ids)
  desk.onRequest.mockImplementation(({ action }) => {
    if (action === 'update') throw createRejection(403)
  })
  await bar.getByRole('button', { name: 'Save' }).click()
  await expect
    .element(bar.getByRole('alert'))
    .toHaveTextContent('The order is not saved: You may not do this. Ask an administrator of the space.')
  expect(readTiles()).toEqual([third, first, second])
  await expectNoAxeViolations()

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  desk.onRequest.mockImplementation(({ action }) => (action === 'update' ? released : undefined))
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(status).toHaveTextContent('Saving …')
  await expect.element(bar.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(bar.getByRole('button', { name: 'Discard' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect.element(status).toHaveTextContent('The order is saved as a draft. Publish it in the Publish tab.')
  await expect.element(bar.getByRole('button', { name: 'Save' })).toHaveFocus()
  expect(await readListedIds(desk.space)).toEqual([third, first, second])
  await click('Undo')
  await expect.element(status).toHaveTextContent('1 moved. Not saved.')
  expect(readTiles()).toEqual(ids)
})

test.each([
  ['Keep mine', [2, 0, 1]],
  ['Take theirs', [1, 0]],
] as const)(
  '§10.36 after another editor has saved an order, both positions are shown, and “%s” saves one',
  async (label, saved) => {
    const { desk, screen, bar, click, status } = await openOrder()
    const ids = desk.listPictureIds()
    const toIds = (indexes: readonly number[]) => indexes.map((index) => ids[index] ?? '')
    await getTile(3).click()
    await click('To the top')
    await saveGalleryIds(desk.space, toIds([1, 0]))
    await bar.getByRole('button', { name: 'Save' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Somebody else has changed the order too' })
    const [, second, third] = ids.map((id) => desk.getPicture(id)?.title)
    await expect.element(dialog).toMatchAriaInlineSnapshot(`
      - dialog "Somebody else has changed the order too":
        - /children: deep-equal
        - heading "Somebody else has changed the order too" [level=2]
        - button "Close"
        - paragraph: Choose which order to save. “Keep mine” saves your order, with the photographs that were added meanwhile at its end; “Take theirs” drops your changes. You can undo the choice.
        - list:
          - listitem: "${second}: position 3 in yours, position 1 in theirs"
          - listitem: "${third}: position 1 in yours, not in theirs"
        - button "Take theirs"
        - button "Keep mine"
    `)
    await expectNoAxeViolations()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: label }).click()
    await expect.element(status).toHaveTextContent('The order is saved as a draft. Publish it in the Publish tab.')
    expect(await readListedIds(desk.space)).toEqual(toIds(saved))
    await click('Undo')
    await expect.poll(readTiles).toEqual(toIds(label === 'Keep mine' ? [1, 0] : [2, 0, 1]))
  },
)

test('§10.17 logos stand together by kind, in the order of the first one of each, and move within their kind', async () => {
  const { desk, screen, status } = await openOrder({
    pictureType: LOGO_TYPE,
    prepare: async (space) => {
      const kinds = ['Associations', 'Trade unions', 'Associations']
      const ids = await readListedIds(space, LOGO_TYPE)
      for (const [index, id] of ids.entries()) await saveFields(space, id, { kind: kinds[index] })
    },
  })
  const [first, second, third] = desk.listPictureIds()
  const headings = screen.getByRole('heading', { level: 2 })
  await expect.element(headings.first()).toHaveTextContent('Associations')
  await expect.element(headings.nth(1)).toHaveTextContent('Trade unions')
  expect(readTiles()).toEqual([first, third, second])
  getTile(2).element().focus()
  await userEvent.keyboard(' {ArrowLeft} ')
  await expect.poll(readTiles).toEqual([third, first, second])
  await expect.element(status).toHaveTextContent('1 moved. Not saved.')
})

test('what is done with a selection is said by the editor of Contentful, a failure as a warning', async () => {
  const { desk, screen, click } = await openOrder()
  const [first = '', second = ''] = desk.listPictureIds()
  desk.onRequest.mockImplementation(({ action, params }) => {
    if (action === 'unpublish' && params?.entryId === second) throw createRejection(403)
  })
  const takeDown = async (position: number) => {
    await getTile(position).click()
    await click('Take down …')
    await screen.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
  }
  await takeDown(1)
  await expect.poll(() => desk.notifier.success.mock.calls).toEqual([['1 photograph is taken down.']])
  await expect.element(getTile(1)).toHaveAccessibleName(`1: ${desk.getPicture(first)?.title} Draft`)
  await takeDown(2)
  await screen.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  expect(desk.notifier.warning.mock.calls).toEqual([['Nothing is taken down.']])
})
