import type { PlainClientAPI } from 'contentful-management'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LOCALE } from '#shared/constants.ts'
import { expectNoAxeViolations } from '#tests/mounted/axe.ts'
import {
  addDraft,
  archive,
  readListedIds,
  readStates,
  saveFields,
  saveGalleryField,
  saveGalleryIds,
} from '#tests/mounted/change-space.ts'
import { createRejection, openDesk } from '#tests/mounted/open-desk.tsx'
import { PublishingView } from './publishing-view.tsx'

const ALT_TEXT = 'A sideboom lowers a pipe'
const DRAFT = `“${ALT_TEXT}”`

/** Adds two photographs, of which one has no text, changes the caption of the first one, and moves it to the end. */
async function changeGallery(space: PlainClientAPI) {
  const [first = '', ...others] = await readListedIds(space)
  await saveFields(space, first, { caption: 'A new caption' })
  await saveGalleryField(space, 'gridTitle', 'Our work')
  await saveGalleryIds(space, [...others, first])
  await addDraft(space, 'incomplete', {})
  await addDraft(space, 'ready', { altText: ALT_TEXT })
}

/** Opens the view, and waits for its rows. */
async function openView(prepare: (space: PlainClientAPI) => Promise<unknown> = changeGallery) {
  const desk = await openDesk({ prepare })
  const screen = await desk.mount(<PublishingView />)
  await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
  const click = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  /** Leaves the view and comes back, as by another tab. */
  async function reopen() {
    await screen.unmount()
    await desk.mount(<PublishingView />)
  }
  return { desk, screen, click, reopen, status: screen.getByRole('status') }
}

/** The row of the page, or of a picture. */
const getRow = (name: string) =>
  page
    .getByRole('list', { name: 'Pictures' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) })

/** What the bar says of the selection. */
const expectSelected = (text: string) =>
  expect.poll(() => document.querySelector('.publishing-bar')?.textContent).toContain(`Select all${text}`)

/** The cells of a table, row by row. */
const readTable = (table: Element) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent))

test('§10.31 each row says what is not published of it and why it cannot be; what can be is selected', async () => {
  const { desk, screen, click } = await openView()
  const first = desk.listPictureIds().at(-1) ?? ''
  const [title, incomplete] = [first, 'incomplete'].map((id) => `“${desk.getPicture(id)?.title}”`)
  await expect.element(screen.getByRole('main')).toMatchAriaInlineSnapshot(`
    - main:
      - /children: deep-equal
      - region "Pictures":
        - button "All (5)"
        - button "Missing texts (1)"
        - button "Not published (3)" [pressed]
        - button "Published (2)"
        - button "Archived (0)"
        - searchbox "Search photographs"
        - text: To preview drafts here, an administrator enters the preview address of the site in the settings of this app.
        - status:
          - paragraph: "Not published: 3 photographs and the gallery. What you do not select stays as it is. 1 photograph cannot be published yet."
        - button "Publish 2 photographs and the gallery"
        - checkbox "Select all" [checked=mixed]
        - text: Select all 2 of 3 selected, and the gallery
        - button "Schedule …"
        - button "Take down …"
        - button "Archive …"
        - list "Pictures":
          - listitem:
            - checkbox "Select the gallery" [checked]
            - strong: The gallery
            - text: /^Changed Order and list. 1 moved, 2 added, also Grid title · changed by somebody else, [0-9]+ [A-Z][a-z]+, [0-9:]{5}$/
            - button "Show changes of the gallery": Show changes
          - listitem:
            - checkbox "Select ${DRAFT}" [checked]
            - strong: ${ALT_TEXT}
            - text: /^Draft New · changed by somebody else, [0-9]+ [A-Z][a-z]+, [0-9:]{5}$/
            - button "Actions for ${DRAFT}"
          - listitem:
            - checkbox "Select ${incomplete}"
            - strong: ${desk.getPicture('incomplete')?.title}
            - text: /^Draft New · changed by somebody else, [0-9]+ [A-Z][a-z]+, [0-9:]{5}$/
            - list:
              - listitem: "Cannot be published Alternative text is empty: describe the picture for people who cannot see it"
            - button "Edit texts of ${incomplete}": Edit texts
            - button "Actions for ${incomplete}"
          - listitem:
            - checkbox "Select ${title}" [checked]
            - strong: ${desk.getPicture(first)?.title}
            - text: /^Changed Caption · changed by somebody else, [0-9]+ [A-Z][a-z]+, [0-9:]{5}$/
            - button "Show changes of ${title}": Show changes
            - button "Actions for ${title}"
      - region "Scheduled":
        - heading "Scheduled" [level=2]
        - paragraph: Nothing is scheduled.
        - list
  `)
  await expectNoAxeViolations()
  await click('All (5)')
  await expect.element(getRow('the gallery')).toBeVisible()
})

test('§10.46 both versions of each changed text, and both positions of each moved photograph, are shown', async () => {
  const { desk, screen, click } = await openView()
  const ids = desk.listPictureIds()
  const first = ids.at(-1) ?? ''
  const { title = '', entry } = desk.getPicture(first) ?? {}
  const [published] = (await desk.space.entry.getPublished({ query: { 'sys.id': first } })).items
  await click(`Show changes of “${title}”`)
  await expect
    .poll(() => readTable(screen.getByRole('table', { name: 'What changes' }).element()))
    .toEqual([
      ['Field', 'Visitors see', 'Will be published'],
      ['Caption', published?.fields.caption?.[LOCALE] ?? '(empty)', 'A new captionDiscard'],
    ])
  expect(entry?.fields.caption?.[LOCALE]).toBe('A new caption')
  await expect
    .element(screen.getByRole('button', { name: `Hide changes of “${title}”` }))
    .toHaveAttribute('aria-expanded', 'true')
  await click(`Hide changes of “${title}”`)

  await click('Show changes of the gallery')
  const moves = getRow('the gallery').getByRole('listitem')
  const titles = [ids[0], ids[1], first].map((id) => desk.getPicture(id ?? '')?.title)
  const places = ['added at position 1', 'added at position 2', 'moved from position 1 to 5']
  for (const [index, place] of places.entries())
    await expect.element(moves.nth(index)).toHaveTextContent(`${titles[index]}: ${place}`)
  const [gallery] = (await desk.space.entry.getPublished({ query: { content_type: 'galleryPage' } })).items
  expect(readTable(screen.getByRole('table').element())).toEqual([
    ['Field', 'Visitors see', 'Will be published'],
    ['Grid title', gallery?.fields.gridTitle?.[LOCALE], 'Our work'],
  ])
  await expectNoAxeViolations()
})

test('§10.46 what somebody else has changed meanwhile is not published, shown beside what was seen, and published when asked again', async () => {
  const { desk, screen, click, reopen, status } = await openView()
  await saveFields(desk.space, 'ready', { caption: 'A caption of another editor' })
  await click('Publish 2 photographs and the gallery')
  const dialog = screen.getByRole('dialog', { name: '1 of 3 not published' })
  await expect
    .element(dialog.getByRole('listitem'))
    .toMatchTextContent(new RegExp(`^${ALT_TEXT}: Somebody else has changed this\\. `))
  expect(readTable(dialog.getByRole('table', { name: 'Changed by somebody else' }).element())).toEqual([
    ['Field', 'You have seen', 'There is now'],
    ['Caption', '(empty)', 'A caption of another editor'],
  ])
  await expectNoAxeViolations()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const result = '1 photograph and the gallery are published. 1 photograph is not. Visitors see the gallery without'
  await expect.element(status).toMatchTextContent(result)
  await reopen()
  await expect.element(status).toMatchTextContent(result)
  await click('Show why')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await readStates(desk.space, ['ready'])).toEqual(['draft'])
  await click('Publish 1 photograph')
  await expect.element(status).toHaveTextContent('1 photograph is published.')
  const button = screen.getByRole('button', { name: 'Publish', exact: true })
  await expect.element(button).toHaveFocus()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  expect(await readStates(desk.space, ['ready', 'incomplete'])).toEqual(['published', 'draft'])
})

test('while a publication runs, it says how far it is, and nothing else can be selected', async () => {
  const { desk, screen, click, status } = await openView()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  desk.onRequest.mockImplementation(({ action, params }) =>
    action === 'publish' && params?.entryId === 'ready' ? released : undefined,
  )
  await click('Publish 2 photographs and the gallery')
  await expect.element(status).toHaveTextContent('Publishing: 1 of 3 …')
  await expect.element(status).toHaveAttribute('aria-busy', 'true')
  await expect.element(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('max', '3')
  for (const checkbox of screen.getByRole('checkbox').all()) await expect.element(checkbox).toBeDisabled()
  for (const name of [/^Publish \d/, 'Schedule …', 'Take down …', 'Archive …'])
    await expect.element(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect.element(status).toHaveAttribute('aria-busy', 'false')
  await expect.element(status).toMatchAriaInlineSnapshot(`
    - status:
      - /children: deep-equal
      - paragraph:
        - text: 2 photographs and the gallery are published.
        - link "See the published page":
          - /url: /gallery
      - button "Dismiss"
  `)
})

test('§10.46 after a publication that fails in parts, the reasons for the page and for each photograph are listed', async () => {
  const { desk, screen, click } = await openView()
  const galleryId = desk.workspace.getSpacePictures()?.page.sys.id
  desk.onRequest.mockImplementation(({ entityType, action, params }) => {
    if (entityType !== 'Entry' || action !== 'publish') return
    if (params?.entryId === 'ready') throw createRejection(403)
    if (params?.entryId === galleryId) throw createRejection(401)
  })
  await click('Publish 2 photographs and the gallery')
  await expect.element(screen.getByRole('dialog')).toMatchAriaInlineSnapshot(`
    - dialog "2 of 3 not published":
      - /children: deep-equal
      - heading "2 of 3 not published" [level=2]
      - button "Close"
      - alert:
        - article: "1 photograph is published. 1 photograph is not. The gallery is not. The reasons:"
      - text: "The gallery: Contentful has ended your session. Sign in again in another tab, then retry"
      - list:
        - listitem: "${ALT_TEXT}: You may not do this. Ask an administrator of the space"
      - button "Close"
  `)
})

test('§10.39 published photographs that visitors do not see are named, with a button that shows them', async () => {
  const { desk, screen, click, status } = await openView(async (space) => {
    await addDraft(space, 'ready', { altText: ALT_TEXT })
    await addDraft(space, 'unlisted', { altText: 'A crew welds two pipes', isListed: false })
  })
  const unlisted = 'Visitors do not see “A crew welds two pipes”: it is not in the gallery.'
  await click('Schedule …')
  await expect.element(screen.getByRole('dialog')).toMatchTextContent(unlisted)
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('checkbox', { name: 'Select the gallery' }).click()
  await screen.getByRole('checkbox', { name: 'Select “A crew welds two pipes”' }).click()
  await expect
    .element(status)
    .toMatchTextContent('Without the gallery, visitors do not see its new order and new photographs.')
  await click('Publish 1 photograph')
  const hidden = `Visitors do not see ${DRAFT}: the gallery is not published with it.`
  await expect.element(status).toMatchTextContent(`1 photograph is published. ${hidden}`)
  await expect
    .element(getRow(DRAFT))
    .toMatchTextContent(/^.+Not shown published by .+ · not in the gallery that visitors see/)
  await click('Publish the gallery')
  await expect.element(status).toMatchTextContent(/^1 photograph and the gallery are published\./)
  await expect.element(status).not.toMatchTextContent('Visitors do not see')

  await screen.getByRole('checkbox', { name: 'Select “A crew welds two pipes”' }).click()
  await click('Dismiss')
  await expect
    .element(status)
    .toMatchTextContent('Visitors do not see 1 photograph of the selection: not in the gallery.')
  await click('Publish 1 photograph')
  await expect.element(status).toMatchTextContent(unlisted)
  await click('Add it to the gallery and publish that')
  await expect.element(status).toMatchTextContent(/^1 photograph and the gallery are published\./)
  expect((await readListedIds(desk.space)).at(-1)).toBe('unlisted')
  expect(await readStates(desk.space, ['ready', 'unlisted'])).toEqual(['published', 'published'])
})

test('a text and an order that are not saved are named, also when all is published', async () => {
  const { desk, status } = await openView(async () => {})
  const [first = '', second = '', third = ''] = desk.listPictureIds()
  await expect.element(status).toHaveTextContent('Everything is published.')
  const { order, edits, getSpacePictures } = desk.workspace
  const { page: gallery } = getSpacePictures() ?? {}
  if (gallery) order.setPage(gallery)
  order.change([second, first, third])
  await expect
    .element(status)
    .toHaveTextContent('Everything that is saved is published. Not saved: the order (see Order).')
  desk.onRequest.mockImplementation(({ action }) => {
    if (action === 'update') throw createRejection(403)
  })
  edits.change(first, { caption: 'A caption that is not saved' }, 'pipe.jpg')
  await edits.saveAll()
  await expect
    .element(status)
    .toMatchTextContent('Not saved: texts of 1 photograph (see Texts) and the order (see Order).')
})

test('§10.40 §10.44 photographs that are taken down stay deselected, and a filter or search that leaves out all says so', async () => {
  const { screen, click, reopen, status } = await openView(async () => {})
  await expect.element(screen.getByText('There is nothing here.')).toBeVisible()
  await click('Published (3)')
  const checkboxes = screen.getByRole('checkbox', { name: /^Select “/ })
  await checkboxes.first().click()
  await checkboxes.last().click({ modifiers: ['Shift'] })
  await expectSelected('3 of 3 selected')
  await click('Take down …')
  await screen.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
  await expect.element(status).toHaveTextContent('3 photographs are taken down.')
  await reopen()
  await expect.element(status).toMatchTextContent(/^Not published: 3 photographs\./)
  await click('Not published (3)')
  await expectSelected('0 of 3 selected')
  await expect
    .element(screen.getByRole('button', { name: 'Publish', exact: true }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(screen.getByRole('listitem').first())
    .toMatchTextContent(/Draft Taken down · taken down or changed by/)
  await screen.getByRole('checkbox', { name: 'Select all' }).click()
  await expectSelected('3 of 3 selected')
  await screen.getByRole('searchbox').fill('not in any text')
  await expect.element(screen.getByText('Nothing is found.')).toBeVisible()
})

test('§10.41 the menu of a photograph offers what can be done with it, and the focus comes back to it', async () => {
  const { desk, screen, click } = await openView(async (space) => {
    const [, second = '', third = ''] = await readListedIds(space)
    await saveGalleryIds(space, [second, third])
    await archive(space, [third])
  })
  await click('Archived (1)')
  await screen.getByRole('button', { name: /^Actions for/ }).click()
  const items = screen.getByRole('menuitem')
  const readItems = () => items.elements().map(({ textContent }) => textContent)
  await expect.poll(readItems).toEqual(['Open in Contentful', 'Restore …', 'Delete …'])
  await userEvent.keyboard('{Escape}')
  await click('Published (2)')
  const first =
    [...(desk.workspace.getSpacePictures()?.entries.keys() ?? [])].find((id) => !desk.listPictureIds().includes(id)) ??
    ''
  await expect
    .element(getRow(`“${desk.getPicture(first)?.title}”`))
    .toMatchTextContent(/ · not in the gallery · visitors see it until that is published$/)
  const menuButton = screen.getByRole('button', { name: `Actions for “${desk.getPicture(first)?.title}”` })
  await menuButton.click()
  await expect.poll(readItems).toEqual(['Open in Contentful', 'Edit texts and picture …', 'Take down …', 'Archive …'])
  await expectNoAxeViolations()
  await userEvent.keyboard('{Escape}')
  await expect.element(menuButton).toHaveFocus()
  for (const [action, label] of [
    ['Take down …', 'Take down 1 photograph?'],
    ['Archive …', 'Archive 1 photograph?'],
  ] as const) {
    await menuButton.click()
    await screen.getByRole('menuitem', { name: action }).click()
    const dialog = screen.getByRole('dialog', { name: label })
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(menuButton).toHaveFocus()
  }
  await menuButton.click()
  await screen.getByRole('menuitem', { name: 'Open in Contentful' }).click()
  expect(desk.openEntry).toHaveBeenCalledExactlyOnceWith(first, { slideIn: true })
  await menuButton.click()
  await screen.getByRole('menuitem', { name: 'Edit texts and picture …' }).click()
  expect(desk.workspace.openedPicture.getState()).toEqual({ id: first, ids: [] })
})

test('a view that waits for Contentful says so, in a live region', async () => {
  const desk = await openDesk()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  desk.onRequest.mockImplementation(({ entityType }) => (entityType === 'ScheduledAction' ? released : undefined))
  const screen = await desk.mount(<PublishingView />)
  await expect.element(screen.getByRole('status').filter({ hasText: 'Loading …' })).toBeVisible()
  release()
  await expect.element(screen.getByRole('status').first()).toHaveTextContent('Everything is published.')
})
